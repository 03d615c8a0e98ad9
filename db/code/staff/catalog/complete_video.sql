-- Joins the parts of an upload and checks the file. The video is then verifying and soon ready, or rejected when the
-- file breaks a rule: rejection_code and rejection_message say which. Needs catalog.manage.
-- Takes: from the server checked, as api.complete_video.
-- Raises: HT014 (permission), HT008 (a field), HT100 (id), HT010, HT013, HT111, HT112, HT113, HT114, HT116; what
-- breaks HT120 to HT134 is kept as rejected.
create or replace function staff.complete_video(body jsonb) returns app.videos
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_refusal jsonb;
  v_video app.videos;
begin
  v_change := internal.begin_video_change('video', body);
  v_refusal := internal.run_completion(v_change.input);
  select * into v_video from app.videos t where t.id = v_change.id;
  if v_video.status = 'uploading' then
    perform internal.fail(v_refusal ->> 'sqlstate', v_refusal -> 'problem' ->> 'key',
      v_refusal -> 'problem' -> 'params', fields => nullif(v_refusal -> 'problems', 'null'));
  end if;
  return internal.readable_videos(v_video);
end
$$;
grant execute on function staff.complete_video(jsonb) to haat_staff;

-- POST /videos/{id}/complete.
-- Takes: from the API process checked {lease, missing_parts?: [n], changed_parts?: [n], problem?: {code, message}}.
-- Moves the video to verifying, or to rejected when the file breaks a rule, and gives the lease back either way.
-- Gives: the video.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT113, HT114, HT116; refuses and keeps
-- what it wrote with HT112, HT111, HT120 to HT134.
--
-- The API process has leased the completion, asked storage, joined the parts and looked at the file; here is what it
-- found.
create or replace function api.complete_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_checked constant jsonb := coalesce(nullif(input -> 'checked', 'null'), '{}');
  v_problem constant jsonb := nullif(v_checked -> 'problem', 'null');
  v_video app.videos;
  v_missing integer[];
  v_changed integer[];
begin
  perform internal.require_videos(v_store_id);
  perform internal.lock_company_videos();
  v_video := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  -- The lease is this call's own, so that it is no reason to refuse; without it, or after another took it, it is.
  if v_video.lease_id = (v_checked ->> 'lease')::uuid then
    v_video.lease_expires_at := null;
  elsif v_video.status = 'uploading' and v_video.source = 'upload' then
    perform internal.fail('HT114', 'videoBusy');
  end if;
  perform internal.require_uploading(v_video);
  update app.videos t set lease_id = null, lease_expires_at = null where t.id = v_video.id;
  v_missing := array(
    select n from generate_series(1, v_video.part_count) n
    where not exists (select from app.video_parts p where p.video_id = v_video.id and p.part_number = n)
    union
    select m::integer from jsonb_array_elements_text(coalesce(nullif(v_checked -> 'missing_parts', 'null'), '[]')) m
    order by 1);
  v_changed := array(select c::integer
    from jsonb_array_elements_text(coalesce(nullif(v_checked -> 'changed_parts', 'null'), '[]')) c order by 1);
  if cardinality(v_missing) > 0 then
    perform internal.refuse_and_keep('HT112', 'videoParts.missing', jsonb_build_object('parts', v_video.part_count),
      jsonb_build_object('parts', (
        select jsonb_agg(internal.problem('videoParts.part', jsonb_build_object('n', n)) order by n)
        from unnest(v_missing) n)));
    return null;
  elsif cardinality(v_changed) > 0 then
    perform internal.refuse_and_keep('HT111', 'videoParts', fields => jsonb_build_object('parts', (
      select jsonb_agg(internal.problem('videoParts.partDiffers', jsonb_build_object('n', n)) order by n)
      from unnest(v_changed) n)));
    return null;
  elsif v_problem is not null then
    perform internal.end_video(v_video.id, rejection_code => v_problem ->> 'code',
      rejection_message => v_problem ->> 'message');
    perform internal.refuse_and_keep(internal.video_refusal(v_problem ->> 'code'), 'videoFileProblem',
      jsonb_build_object('problem', v_problem ->> 'message'),
      jsonb_build_object('video', jsonb_build_array(v_problem -> 'message')));
    return null;
  end if;
  perform internal.verify_video(v_video.id);
  return (select d.document from internal.video_documents(array[v_video.id]) d);
end
$$;
grant execute on function api.complete_video(jsonb) to haat_api;

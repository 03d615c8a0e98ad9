-- Ends a completion of staff that came to nothing: gives its lease back. Needs catalog.manage.
-- Takes: the input of staff.complete_video; its checked names the lease and, when the storage was asked, the parts
-- that are missing or changed.
-- Gives: the refusal {sqlstate, message, fields} for those parts, or null.
-- Raises: HT014 (permission), HT100, HT010, HT013, HT113, HT114, HT116.
--
-- Where staff.complete_video refuses, everything is undone, the end of the lease too. This is a transaction of its
-- own.
create or replace function internal.end_staff_completion(body jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_checked constant jsonb := body -> 'checked';
  v_change record;
begin
  v_change := internal.begin_video_change('video', body);
  if v_checked ? 'missing_parts' or v_checked ? 'changed_parts' then
    return internal.run_completion(v_change.input);
  end if;
  update app.videos t set lease_id = null, lease_expires_at = null
    where t.id = v_change.id and t.lease_id = (v_checked ->> 'lease')::uuid and t.status = 'uploading';
  return null;
end
$$;
grant execute on function internal.end_staff_completion(jsonb) to haat_staff;

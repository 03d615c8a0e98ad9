-- Refuses to save over a change that was not seen: the record is no longer as it was when it was read.
-- Takes: updated_at of the record as it was read (null: not said, nothing is refused) and as it is under its lock, and
-- its id.
-- Raises: HT101 (expected_updated_at), with who changed it last, as far as the log knows.
create or replace function internal.refuse_outdated(expected_updated_at timestamptz, updated_at timestamptz,
  object_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if expected_updated_at is null or expected_updated_at = updated_at then
    return;
  end if;
  perform internal.field_error('HT101', 'expected_updated_at', 'changedMeanwhile',
    jsonb_build_object('who', coalesce((
      select l.actor_name from internal.readable_activity_log l
      where l.company_id = internal.current_company_id() and l.object_id = refuse_outdated.object_id
        and l.created_at > refuse_outdated.expected_updated_at
      order by l.created_at desc, l.id desc limit 1), 'Somebody')));
end
$$;

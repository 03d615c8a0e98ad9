-- What people call the records of changes, by the id of the change: a name, SKU, number or code as it is now; of a
-- line or a payment the number of its order. Those without one are left out.
-- Raises: nothing.
create or replace function staff.names_of_changes(change_ids uuid[]) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg(n.id, n.name), '{}')
  from (
    select c.id, internal.record_name(c.record_type, c.record_id, c.parent_id) as name
    from app.changes c
    where c.id = any (names_of_changes.change_ids)
  ) n
  where n.name is not null;
end;
grant execute on function staff.names_of_changes(uuid[]) to haat_staff;

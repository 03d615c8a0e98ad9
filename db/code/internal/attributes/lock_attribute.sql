-- Locks an attribute of a store and gives it as it is under the lock.
-- Raises: HT100.
create or replace function internal.lock_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.attributes a
    where a.id = lock_attribute.id and a.store_id = lock_attribute.store_id
    for update;
  -- A statement of its own, so that it sees what was written while we waited for the lock.
  return internal.find_attribute(lock_attribute.id, lock_attribute.store_id);
end
$$;

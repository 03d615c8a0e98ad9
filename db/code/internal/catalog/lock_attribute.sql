-- Takes: an attribute and its store.
-- Locks the attribute for this transaction and gives it.
-- Raises: HT100.
create or replace function internal.lock_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.attributes t where t.id = lock_attribute.id and t.store_id = lock_attribute.store_id for update;
  -- A statement of its own: it sees what the lock was waited for.
  return internal.find_attribute(lock_attribute.id, lock_attribute.store_id);
end
$$;

-- Locks a product of a store and gives it as it is under the lock.
-- Raises: HT100.
--
-- Changes of one product queue here, so that positions of its images and variants never clash. The lock is "no key":
-- an order that names the product in a line does not wait for an edit of it.
create or replace function internal.lock_product(id uuid, store_id uuid) returns app.products
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.products p
    where p.id = lock_product.id and p.store_id = lock_product.store_id
    for no key update;
  -- A statement of its own, so that it sees what was written while we waited for the lock.
  return internal.find_product(lock_product.id, lock_product.store_id);
end
$$;

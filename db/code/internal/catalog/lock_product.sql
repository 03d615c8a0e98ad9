-- Takes: a product and its store.
-- Locks the product for this transaction and gives it.
-- Raises: HT100.
--
-- Changes of one product queue here, so that places in its gallery and among its variants never clash.
-- "no key": an order that names the product in a line does not wait for whoever edits it.
create or replace function internal.lock_product(id uuid, store_id uuid) returns app.products
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.products t where t.id = lock_product.id and t.store_id = lock_product.store_id for no key update;
  -- A statement of its own: it sees what the lock was waited for.
  return internal.find_product(lock_product.id, lock_product.store_id);
end
$$;

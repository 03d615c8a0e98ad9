-- POST /products/{id}/archive: archives the product (once: again is a successful no-op); gives it.
-- Raises: HT008 and HT100 for store_id, HT100.
-- spec: Product, status
create or replace function api.archive_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  update app.products t set status = 'archived' where t.id = p.id;
  return internal.product_changed(p, 'product.archived');
end
$$;
grant execute on function api.archive_product(jsonb) to haat_api;

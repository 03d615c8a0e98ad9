-- Archives a product (POST /products/{id}/archive). Doing it again changes nothing.
-- Gives: the product.
-- Raises: HT008, HT100 (store_id); HT100 (id).
create or replace function api.archive_product(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_product constant app.products :=
    internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  update app.products t set status = 'archived' where t.id = v_product.id;
  return internal.product_changed(v_product, 'product.archived');
end
$$;
grant execute on function api.archive_product(jsonb) to haat_api;

-- Gives a product of a store.
-- Raises: HT100.
create or replace function internal.find_product(id uuid, store_id uuid) returns app.products
language plpgsql stable
set search_path = ''
as $$
declare
  v_product app.products;
begin
  select * into v_product
    from app.products p
    where p.id = find_product.id and p.store_id = find_product.store_id;
  if v_product.id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "product"}');
  end if;
  return v_product;
end
$$;

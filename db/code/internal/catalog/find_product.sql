-- Takes: a product and its store.
-- Gives: the product.
-- Raises: HT100.
create or replace function internal.find_product(id uuid, store_id uuid) returns app.products
language plpgsql stable
set search_path = ''
as $$
declare
  p app.products;
begin
  select * into p from app.products t where t.id = find_product.id and t.store_id = find_product.store_id;
  if p.id is null then
    perform internal.fail('HT100', 'No such product in the data this key sees.');
  end if;
  return p;
end
$$;

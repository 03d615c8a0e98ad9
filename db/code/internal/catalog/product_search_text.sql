-- Gives the text that a product is searched by, products.search_text: its name and the SKUs of its variants.
-- Takes: a product and its name.
-- see: reference/products#list_products
--
-- The only definition: triggers keep the column, and ledger.check_product_search compares it.
create or replace function internal.product_search_text(product_id uuid, product_name text) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.fold(product_name) || coalesce(string_agg(E'\n' || internal.fold(v.sku), '' order by v.sku), '')
  from app.variants v
  where v.product_id = product_search_text.product_id;
end;
grant execute on function internal.product_search_text(uuid, text) to haat_dba;

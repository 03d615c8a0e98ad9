-- Takes: a product and its name.
-- Gives: what products.search_text must be: the name and the SKUs of its variants.
-- spec: GET /products, search
--
-- What search looks through, said here and nowhere else: triggers keep it and ledger.check_product_search recomputes it.
create or replace function internal.product_search_text(product_id uuid, product_name text) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.fold(product_name) || coalesce((
    select string_agg(E'\n' || internal.fold(v.sku), '' order by v.sku) from app.variants v where v.product_id = product_search_text.product_id), '');
end;
grant execute on function internal.product_search_text(uuid, text) to haat_dba;

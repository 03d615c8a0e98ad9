-- Gives a page of products (GET /products).
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_products(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.list_page('products', input);
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.product_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_products(jsonb) to haat_api;

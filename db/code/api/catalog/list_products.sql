-- Gives a page of products (GET /products).
-- Raises: HT100 (store_id, cursor).
-- spec: GET /products
create or replace function api.list_products(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page record;
begin
  if input ->> 'search' is not null then
    v_page := internal.search_products(input);
  else
    v_page := internal.page_ids('app.products', input, internal.product_filters(input),
      probe_rows => case when input ->> 'category_id' is null then 0 else 200 end,
      way => internal.product_category_way(input));
  end if;
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.product_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_products(jsonb) to haat_api;

-- Gives a page of brands (GET /brands).
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_brands(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.brands', input, internal.list_filters('brands', input));
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.brand_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_brands(jsonb) to haat_api;

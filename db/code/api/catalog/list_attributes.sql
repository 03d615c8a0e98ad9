-- Gives a page of attributes (GET /attributes).
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_attributes(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.attributes', input, internal.list_filters('attributes', input));
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.attribute_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_attributes(jsonb) to haat_api;

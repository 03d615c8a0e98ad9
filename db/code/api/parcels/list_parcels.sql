-- Gives a page of parcels (GET /parcels).
-- Takes: the filters.
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_parcels(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.list_page('parcels', input);
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.parcel_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_parcels(jsonb) to haat_api;

-- Gives a page of the company's locations (GET /locations).
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_locations(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  -- Locations belong to the company: store_id is checked, but does not narrow them. see: guides/overview#your-key
  v_page constant record := internal.page_ids('app.locations', input, narrow_by_store => false);
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.location_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_locations(jsonb) to haat_api;

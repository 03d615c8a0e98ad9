-- Gives a page of the journal: the changes of the records that the key's scopes read (GET /changes).
-- Takes: the filters.
-- Raises: HT100 (store_id, cursor).
--
-- The cursor is looked for inside the fence first: a change that the key is not shown is none.
create or replace function api.list_changes(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_cursor constant record := internal.find_cursor('app.changes', input, 'true', null, null);
  v_page constant record := internal.change_page(input);
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.change_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_changes(jsonb) to haat_api;

-- Gives a page of the exports that this key, or one it replaced, asked for (GET /exports).
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_exports(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.exports',
    input || jsonb_build_object('key_ids', internal.current_key_ids()),
    internal.list_filters('exports', input)
      || ' and t.key_id in (select k.id::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''key_ids'') k (id))'
      ' and (t.expires_at is null or t.expires_at > internal.now())');
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.export_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_exports(jsonb) to haat_api;

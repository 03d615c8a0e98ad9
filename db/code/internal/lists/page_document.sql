-- Gives the answer of a list: {data, meta: {has_more, next_cursor}}.
-- see: guides/pagination-and-sync#pages
create or replace function internal.page_document(data json, has_more boolean, next_cursor uuid) returns json
language sql stable parallel safe
return pg_catalog.json_build_object(
  'data', coalesce(data, '[]'::json),
  'meta', pg_catalog.json_build_object('has_more', has_more, 'next_cursor', next_cursor));
grant execute on function internal.page_document(json, boolean, uuid) to haat_api;

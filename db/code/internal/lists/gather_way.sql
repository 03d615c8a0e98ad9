-- Gives the way of internal.page_ids that takes all rows which pass the filters, by whatever index, and sorts them:
-- for filters that few rows pass.
-- Takes: the table, and a clause over alias t that an index finds rows by, where the filters alone give it none.
create or replace function internal.gather_way(relation text, found_by text default '') returns text
language sql immutable
return pg_catalog.format(
  'select t.id, t.created_at
   from (
     with found as materialized (select t.id, t.created_at from %s t where {scope}{filters}%s)
     select t.id, t.created_at from found t {order} limit $6
   ) t', relation, found_by);
grant execute on function internal.gather_way(text, text) to haat_api, haat_gatekeeper;

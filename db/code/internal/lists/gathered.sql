-- Gives the query of internal.page_walk for the rows that pass the filters, of those that an index finds by one of
-- them.
-- Takes: the table, and the clause over alias t that the index answers.
--
-- Where it finds more rows than are wanted ($7), the other filters are asked of none: a row of nulls says so.
create or replace function internal.gathered(relation text, found_by text) returns text
language sql immutable
return pg_catalog.format(
  'with found as materialized (select t.* from %s t where {scope}%s),
     few as materialized (select t.* from found t limit $7 + 1)
   select null::uuid as id, null::timestamptz as created_at from (select from few offset $7) x
   union all
   select t.id, t.created_at from few t where (select count(*) from few) <= $7{filters}', relation, found_by);
grant execute on function internal.gathered(text, text) to haat_gatekeeper;

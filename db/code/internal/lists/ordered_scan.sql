-- Gives the query for the next rows of a list in its order: along the table, or merged from the next ones of each
-- group.
-- Takes: the table, the groups (internal.list_paths; null: none), conditions over alias t, those of the ends of the
-- scope, the order, the parameter that says how many, and whether whole rows are wanted or (id, created_at), which an
-- index may have.
create or replace function internal.ordered_scan(relation text, groups jsonb, conditions text, ends text,
  ordering text, most text, whole boolean) returns text
language sql immutable
return pg_catalog.format(
  case
    when groups is null and whole then 'select t.* from %1$s t where %2$s %3$s limit %4$s'
    when groups is null then 'select t.id, t.created_at from %1$s t where %2$s %3$s limit %4$s'
    when whole then 'select t.* from (
        select t.id from %5$s cross join lateral (
          select t.id, t.created_at from %1$s t where %2$s and %6$s %3$s limit %4$s) t
        %3$s limit %4$s) w
      cross join lateral (select t.* from %1$s t where t.id = w.id limit 1) t'
    else 'select t.id, t.created_at from %5$s cross join lateral (
        select t.id, t.created_at from %7$s t where %2$s and %6$s %3$s limit %4$s) t
      %3$s limit %4$s' end,
  relation,
  conditions || case when groups ? 'own_ends' then '' else ends end,
  ordering, most, groups ->> 'of', groups ->> 'match',
  pg_catalog.replace(coalesce(groups ->> 'rows', relation), '{ends}', ends));
grant execute on function internal.ordered_scan(text, jsonb, text, text, text, text, boolean)
  to haat_api, haat_gatekeeper;

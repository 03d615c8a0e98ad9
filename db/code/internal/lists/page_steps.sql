-- Says how internal.page_ids gets at its rows, one query after the other until the page is full.
-- Takes: its table, input and way, and whether the newest come first.
-- Gives: queries with {scope}, {filters} and {order}, and conditions that each adds to its scope.
create or replace function internal.page_steps(relation text, input jsonb, way text, descending boolean)
  returns table (query text, bounds text)
language sql immutable rows 2
set search_path = ''
begin atomic
  select s.query, s.bounds
  from (values
    (1, coalesce(page_steps.way, format(
        'select t.id, t.created_at from %s t where {scope}{filters} {order} limit $6', relation)),
      case when page_steps.input ->> 'updated_after' is null then '' else
        ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz)' end),
    (2, internal.gather_way(relation),
      ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz)')
  ) as s (step, query, bounds)
  where s.step = 1 or page_steps.input ->> 'updated_after' is not null
  order by case when page_steps.descending then s.step else - s.step end;
end;
grant execute on function internal.page_steps(text, jsonb, text, boolean) to haat_api, haat_gatekeeper;

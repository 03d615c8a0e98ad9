-- Says how internal.page_ids gets at its rows, one query after the other until the page is full.
-- Takes: its table, input and ways, the condition of the cursor and its time, and whether the newest come first.
-- Gives: queries with {scope}, {filters} and {order}, and the conditions on time that each adds to its scope.
--
-- Of the cursor and the moment of updated_after only the nearer is a bound of a step: of two, an index is walked from
-- either, and all between is passed over.
create or replace function internal.page_steps(relation text, input jsonb, way text, change_way text,
  keyset text, cursor_at timestamptz, descending boolean)
  returns table (query text, bounds text)
language sql stable rows 2
set search_path = ''
begin atomic
  with moment as (
    select date_trunc('milliseconds', (page_steps.input ->> 'updated_after')::timestamptz) as changed_after
  ), steps as (
    select s.*, m.changed_after, case
        when page_steps.cursor_at is null then null
        when s.is_since then page_steps.cursor_at >= m.changed_after
        else page_steps.cursor_at < m.changed_after
      end as has_cursor
    from moment m
    cross join (values
      (true, coalesce(page_steps.way, format(
        'select t.id, t.created_at from %s t where {scope}{filters} {order} limit $6', page_steps.relation)),
        ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz)'),
      (false, coalesce(
        replace(replace(page_steps.change_way,
          '{after}', case when page_steps.descending then 'null' else '$4' end),
          '{before}', case when page_steps.descending then '$4' else 'null' end),
        internal.gather_way(page_steps.relation)),
        ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz)')
    ) as s (is_since, query, bound)
  )
  select s.query, case
      when s.changed_after is null then page_steps.keyset
      when s.has_cursor and s.is_since <> page_steps.descending then page_steps.keyset
      when s.has_cursor then s.bound || page_steps.keyset
      else s.bound end
  from steps s
  where case
    when s.changed_after is null then s.is_since
    -- The cursor lies in the other step, from which the page leads away.
    when not s.has_cursor then s.is_since <> page_steps.descending
    else true end
  order by s.is_since = page_steps.descending desc;
end;
grant execute on function internal.page_steps(text, jsonb, text, text, text, timestamptz, boolean)
  to haat_api, haat_gatekeeper;

-- Gives a query for each table that goes along with a company, by which "company export --complete" writes its rows.
-- Takes: the company.
-- Gives: the table, its columns, and its query: each row as JSON, and the keys of the files that it names.
--
-- Each value is the text of Postgres, which is exact for every type: a number in JSON is not, nor is jsonb that is
-- null. Read by an administrator, whom the fence does not hold.
create or replace function internal.carried_queries(company_id uuid)
  returns table (name text, columns text[], query text)
language sql stable rows 80
set search_path = ''
begin atomic
  select t.table_name, t.columns, format(
    'select row_to_json(r)::text as row, media from (select %s from %s where %s) x cross join lateral (select %s) r',
    'array_remove(array[' || coalesce(m.media, '') || ']::text[], null) as media, *', t.table_name,
    format(t.condition, carried_queries.company_id), c.texts)
  from internal.carried_tables() t
  cross join lateral (
    select string_agg(format('x.%1$I::text as %1$I', k.name), ', ' order by k.n) as texts
    from unnest(t.columns) with ordinality as k (name, n)
  ) c
  cross join lateral (
    select string_agg(quote_ident(k.name), ', ') as media
    from unnest(internal.media_columns(t.table_name::regclass)) as k (name)
  ) m
  order by t.table_name;
end;

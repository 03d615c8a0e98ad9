-- Gives what a move of a company asks of each of its tables, at the database that it leaves and at the one it goes to.
-- Takes: the company.
-- Gives: the table; and as text, statements of its rows. "counts" counts all, and those written by the transaction $1
-- or by a later one (2, the frozen one: all of them); "reads" gives these as JSON (the transaction stands in braces,
-- for a cursor). "writes" takes such rows ($1, a JSON array), and "removes" makes room for them. "keys" and "strays"
-- find and remove those that are gone ($1, a JSON array of the keys that stay). "facts" counts them and adds up their
-- hashes, "sizes" counts rows and bytes. Where "removes" is null the table has no key of its own, and its rows are
-- taken anew.
--
-- What a row says of where it is stays out of the hashes: the id of the plan, and which archives are of elsewhere.
-- Each value is the text of Postgres, which is exact for every type.
create or replace function internal.moving_statements(company_id uuid)
  returns table (name text, counts text, reads text, removes text, writes text, keys text, strays text, facts text,
    sizes text)
language sql stable rows 80
set search_path = ''
begin atomic
  select t.table_name,
    format('select %L as name, count(*)::bigint as rows,
      count(*) filter (where %s)::bigint as changed from %s t where %s',
      t.table_name, format(n.is_new, '$1::text::xid'), t.table_name, w.condition),
    format('select row_to_json(r)::text as row from (select %s from %s t where %s and %s) r',
      c.texts, t.table_name, w.condition, format(n.is_new, '''{}''::xid')),
    case when k.matches is not null then format(
      'delete from %s t using json_to_recordset($1) as r (%s) where %s', t.table_name, k.typed, k.matches) end,
    format('insert into %s (%s) overriding system value select %s from json_to_recordset($1) as r (%s)',
      t.table_name, c.names, c.typed, c.columns),
    case when k.matches is not null then format(
      'select json_agg(r)::text as keys from (select %s from %s t where %s) r', k.texts, t.table_name,
      w.condition) end,
    case when k.matches is not null then format(
      'delete from %s t where %s and (%s) not in (select %s from json_to_recordset($1) as r (%s))',
      t.table_name, w.condition, k.names, k.cast, k.typed)
      else format('delete from %s t where %s', t.table_name, w.condition) end,
    format('select %L as name, count(*)::bigint as rows, sum(hash_record_extended(x, 0))::text as digest
      from (select %s from %s t where %s) x', t.table_name, c.hashed, t.table_name, w.condition),
    format('select %L as name, count(*)::bigint as rows, coalesce(sum(pg_column_size(t.*)), 0)::bigint as bytes
      from %s t where %s', t.table_name, t.table_name, w.condition)
  from internal.carried_tables() t
  cross join lateral (select format(t.condition, moving_statements.company_id) as condition) w
  -- Of a row from more than 2^31 transactions ago the age is below 0. No transaction but the frozen one is that old.
  cross join (values
    ('age(t.xmin) <= (select age(%1$s)) and (age(t.xmin) >= 0 or (select age(%1$s)) = 2147483647)')) as n (is_new)
  cross join lateral (
    select string_agg(format('t.%1$I::text as %1$I', n.name), ', ' order by n.n) as texts,
      string_agg(quote_ident(n.name), ', ' order by n.n) as names,
      string_agg(format('r.%I::%s', n.name, t.types[n.n]), ', ' order by n.n) as typed,
      string_agg(format('%I text', n.name), ', ' order by n.n) as columns,
      string_agg(
        case when t.types[n.n] ~ '^(uuid|text|integer|bigint|smallint|boolean|timestamp|date|numeric|jsonb|bytea)'
            and t.types[n.n] not like '%[]' then format('t.%I', n.name)
          else format('t.%I::text', n.name) end, ', ' order by n.n)
        filter (where (t.table_name, n.name) not in (
          ('app.companies', 'plan_id'), ('internal.archived_movements', 'arrived_positions'))) as hashed
    from unnest(t.columns) with ordinality as n (name, n)
  ) c
  left join lateral (
    select string_agg(format('t.%1$I::text as %1$I', a.attname), ', ' order by a.attnum) as texts,
      string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as names,
      string_agg(format('%I text', a.attname), ', ' order by a.attnum) as typed,
      string_agg(format('r.%I::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) as cast,
      string_agg(format('t.%I = r.%1$I::%s', a.attname, format_type(a.atttypid, a.atttypmod)), ' and '
        order by a.attnum) as matches
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[])
    where i.indrelid = t.table_name::regclass and i.indisprimary and not t.has_new_keys
  ) k on true
  order by t.table_name;
end;

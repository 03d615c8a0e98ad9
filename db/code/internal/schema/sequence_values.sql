-- Gives the sequences of app and numbers, with the last value of each: null for one that was never asked.
-- Gives: whose numbers they are, the store of order numbers or the table and column; and how the sequence counts.
--
-- As their owner, who alone may read them all.
create or replace function internal.sequence_values()
  returns table (name text, store_id uuid, table_name text, column_name text, last_value bigint, counting text)
language sql stable security definer rows 100
set search_path = ''
begin atomic
  select pg_catalog.format('%I.%I', n.nspname, c.relname),
    case when n.nspname = 'numbers' and c.relname ~ '^orders_[0-9a-f]{32}$' then substr(c.relname, 8)::uuid end,
    t.oid::regclass::text, a.attname::text, pg_catalog.pg_sequence_last_value(c.oid),
    pg_catalog.format('from %s by %s to %s%s', q.seqmin, q.seqincrement, q.seqmax,
      case when q.seqcycle then ', round and round' end)
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_sequence q on q.seqrelid = c.oid
  left join pg_catalog.pg_depend d
    on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refobjsubid > 0 and d.deptype in ('a', 'i')
  left join pg_catalog.pg_class t on t.oid = d.refobjid
  left join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where n.nspname in ('app', 'numbers');
end;
revoke execute on function internal.sequence_values() from public;
grant execute on function internal.sequence_values() to haat_gatekeeper, haat_dba;

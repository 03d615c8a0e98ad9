-- Gives what to write after "from" to read the rows of a table that are of a share of the audits.
-- Takes: the table, the column by whose id a row belongs to a share, and which share of how many.
--
-- A large table is read by the ranges of an index, others from end to end: their rows are the same. No index holds
-- tableoid: else each range would be looked for in an index by store and id, once a store.
create or replace function internal.share_rows(table_name text, id_column text, share integer, shares integer)
  returns text
language sql stable
set search_path = ''
as $$
  select format(case when c.reltuples > 100000 and exists (
      select from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and a.attname = share_rows.id_column and i.indpred is null and i.indisvalid)
    then '(select u.* from internal.share_ranges(%3$s, %4$s) r
       cross join lateral (select %5$s from %1$s t where t.%2$I between r.from_id and r.upto_id
         and t.tableoid <> 0 offset 0) u
       where internal.audit_share(u.%2$I, %4$s) = %3$s)'
    else '(select %5$s from %1$s t where internal.audit_share(t.%2$I, %4$s) = %3$s)' end,
    share_rows.table_name, share_rows.id_column, share_rows.share, share_rows.shares,
    internal.audited_columns(share_rows.table_name))
  from pg_catalog.pg_class c where c.oid = share_rows.table_name::regclass
$$;
grant execute on function internal.share_rows(text, text, integer, integer) to haat_gatekeeper, haat_dba;

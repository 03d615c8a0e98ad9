-- Every journaled record is as the last row of the journal left it: none was changed, added or removed by hand.
-- Takes: nothing, or which part of how many (ledger.checks.parts), by tables; and which share of how many, by records:
-- then those that were touched since the audit before are looked at too.
create or replace function ledger.check_records(part integer default 1, parts integer default 1,
  share integer default null, shares integer default null)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language sql stable rows 1
set search_path = ''
as $$
  select d.*
  from (select s.table_name, s.is_kept, row_number() over (order by s.table_name) as number
    from internal.journal_shape() s) n
  cross join lateral internal.damaged_records(n.table_name, check_records.share, check_records.shares,
    case when check_records.share is not null then array(select o.id from internal.touched_orders() o) end) d
  where n.number % check_records.parts = check_records.part - 1 and n.is_kept
  union all
  -- At the end of npm run migrate there are new hashes for what it has changed.
  select null, null, 'journal of ' || s.table_name, array_to_string(s.columns, ', '),
    coalesce(array_to_string(s.known, ', '), 'a baseline') || ': npm run migrate'
  from internal.journal_shape() s
  where check_records.part = 1 and s.columns is distinct from s.known and not internal.is_migrating()
  union all
  select null, null, 'journal of ' || h.table_name, 'known', 'a table with a journal'
  from internal.journal_shapes h
  where check_records.part = 1 and not internal.is_migrating()
    and not exists (select from internal.journaled_tables() j where j.table_name = h.table_name)
$$;
grant execute on function ledger.check_records(integer, integer, integer, integer) to haat_dba;

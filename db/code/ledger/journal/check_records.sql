-- Every journaled record is as the last row of the journal left it: none was changed, added or removed by hand.
-- Takes: nothing, or which part of how many (ledger.checks.parts), by tables.
create or replace function ledger.check_records(part integer default 1, parts integer default 1)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language sql stable rows 1
set search_path = ''
as $$
  select d.*
  from (select j.table_name, row_number() over (order by j.table_name) as number from ledger.journaled_tables j) n
  cross join lateral internal.damaged_records(n.table_name) d
  where n.number % check_records.parts = check_records.part - 1
$$;
grant execute on function ledger.check_records(integer, integer) to haat_dba;

-- Takes: the name of one check, or nothing for all of them (ledger.checks).
-- Gives: a row for each broken invariant: which check, whose, what is wrong, what stands there, what should.
-- No row when all is sound.
--
-- One statement, one snapshot: beside a running service nothing half done is ever seen. On a large ledger that snapshot
-- lives for minutes and keeps old row versions from being cleaned away; "npm run audit" runs the checks one by one.
create or replace function ledger.audit(only_check text default null) returns table (check_name text, company text, store text, object text, found text, expected text)
language plpgsql stable
set search_path = ''
as $$
declare
  k record;
begin
  for k in select c.name, c.query from ledger.checks c where audit.only_check is null or c.name = audit.only_check order by c.name loop
    return query execute format(
      'select %L, coalesce(c.name, k.company_id::text), coalesce(s.name, k.store_id::text), k.object, k.found, k.expected
       from (%s) k left join app.companies c on c.id = k.company_id left join app.stores s on s.id = k.store_id', k.name, k.query);
  end loop;
end
$$;
grant execute on function ledger.audit(text) to haat_dba;

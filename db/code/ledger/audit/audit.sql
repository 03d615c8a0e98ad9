-- Takes: the name of one check, or nothing for all of them (ledger.checks).
-- Gives: a row for each broken invariant: which check, whose, what is wrong, what stands there, what should; no row
-- when all is sound. A notice says how long it took and what it cannot see.
--
-- One statement, one snapshot: beside a running service nothing half done is ever seen. On a large ledger that
-- snapshot lives for minutes and keeps old row versions from being cleaned away; "npm run audit" runs the checks one
-- by one.
create or replace function ledger.audit(only_check text default null)
  returns table (check_name text, company text, store text, object text, found text, expected text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_start constant timestamptz := clock_timestamp();
  v_count integer := 0;
  v_check record;
begin
  for v_check in
    select c.name, c.query from ledger.checks c where audit.only_check is null or c.name = audit.only_check
      order by c.name
  loop
    v_count := v_count + 1;
    return query execute format(
      'select %L, coalesce(c.name, k.company_id::text), coalesce(s.name, k.store_id::text),
         k.object, k.found, k.expected
       from (%s) k
       left join app.companies c on c.id = k.company_id
       left join app.stores s on s.id = k.store_id', v_check.name, v_check.query);
  end loop;
  raise notice '% took % s.%', case v_count when 1 then '1 check' else format('%s checks', v_count) end,
    round(extract(epoch from clock_timestamp() - v_start)::numeric, 2),
    case when audit.only_check is null then
      (select ' They cannot see (select * from ledger.blind_spots):' || string_agg(E'\n- ' || b.what, '')
       from ledger.blind_spots b) else '' end;
end
$$;
grant execute on function ledger.audit(text) to haat_dba;

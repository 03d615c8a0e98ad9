-- The records of companies that left this database, or came back, are as they were made, and none is missing. Who left
-- is not here.
create or replace view ledger.check_departures with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, 'departure ' || b.number as object, b.problem as found,
  'as it was made' as expected
from (
  select array_agg(d.number) as numbers, array_agg(d.previous_hash) as previous_hashes, array_agg(d.hash) as hashes,
    array_agg(internal.departure_hash(d)) as hashes_now
  from internal.departures d
) c
cross join lateral internal.broken_records('departures', c.numbers, c.previous_hashes, c.hashes, c.hashes_now) b
union all
select c.id, null, 'company ' || c.id, 'is here', 'left by departure ' || l.number
from (
  select distinct on (d.company_id) d.number, d.company_id, d.kind
  from internal.departures d order by d.company_id, d.number desc
) l
join app.companies c on c.id = l.company_id
where l.kind = 'left';
call internal.install_check('ledger.check_departures');

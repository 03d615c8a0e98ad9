-- The records of companies that left this database, or came back, are as they were made, and none is missing. Who left
-- is not here.
create or replace view ledger.check_departures with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, 'departure ' || c.expected_number as object,
  case when c.number <> c.expected_number then 'the record is missing' else 'the record was changed' end as found,
  'as it was made' as expected
from (
  select d.number, row_number() over w as expected_number,
    d.previous_hash = coalesce(lag(d.hash) over w, sha256('')) and d.hash = internal.departure_hash(d) as is_sound
  from internal.departures d
  window w as (order by d.number)
) c
where c.number <> c.expected_number or not c.is_sound
union all
select null, null, 'departure ' || coalesce(n.number + 1, 1),
  case when k.chain is null then 'the head of the records in internal.seal_heads is missing'
    else 'the records do not reach the one that their head in internal.seal_heads tells of' end, 'as it was made'
from (select max(d.number) as number from internal.departures d) n
left join internal.seal_heads k on k.chain = 'departures'
where (k.chain is not null or n.number is not null)
  and not exists (select from internal.departures d where d.number = k.number and d.hash = k.hash)
union all
select c.id, null, 'company ' || c.id, 'is here', 'left by departure ' || l.number
from (
  select distinct on (d.company_id) d.number, d.company_id, d.kind
  from internal.departures d order by d.company_id, d.number desc
) l
join app.companies c on c.id = l.company_id
where l.kind = 'left';
call internal.install_check('ledger.check_departures');

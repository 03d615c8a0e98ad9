-- The records of archived months are as they were made, none is missing, and each belongs to a seal. As many movements
-- are said to have left their levels as have left their seals.
create or replace view ledger.check_archives with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, 'archive ' || c.expected_number as object,
  case when c.number <> c.expected_number then 'the record is missing' else 'the record was changed' end as found,
  'as it was made' as expected
from (
  select a.number, row_number() over w as expected_number,
    a.previous_hash = coalesce(lag(a.hash) over w, sha256('')) and a.hash = internal.archive_hash(a) as is_sound
  from internal.archives a
  window w as (order by a.number)
) c
where c.number <> c.expected_number or not c.is_sound
union all
select null, null, 'archive ' || coalesce(n.number + 1, 1),
  case when k.chain is null then 'the head of the records in internal.seal_heads is missing'
    else 'the records do not reach the one that their head in internal.seal_heads tells of' end, 'as it was made'
from (select max(a.number) as number from internal.archives a) n
left join internal.seal_heads k on k.chain = 'archives'
where (k.chain is not null or n.number is not null)
  and not exists (select from internal.archives a where a.number = k.number and a.hash = k.hash)
union all
select null, null, 'archive ' || a.number, 'of seal ' || a.seal, 'a seal of ' || a.log
from internal.archives a
where not exists (select from internal.history_seals s where s.number = a.seal and s.log = a.log)
union all
select null, null, 'archived movements', format('%s by their segments', m.count), format('%s by their seals', k.count)
from (select coalesce(sum(bit_count(v.positions) - coalesce(bit_count(v.arrived_positions), 0)), 0) as count
  from internal.archived_movements v) m
cross join (
  select coalesce(sum(a.row_count), 0) - (
    -- Of companies that left, or came back: then they are said to be of elsewhere.
    select coalesce(sum(d.archived_movements), 0) from internal.departures d) as count
  from internal.archives a where a.log = 'stock_movements') k
where m.count <> k.count
union all
select null, null, format('archived movements of variant %s at location %s', v.variant_id, v.location_id),
  format('from sequence %s', v.first_sequence), 'a sealed segment'
from internal.archived_movements v
where not exists (
  select from app.ledger_seal_segments g
  where g.variant_id = v.variant_id and g.location_id = v.location_id and g.first_sequence = v.first_sequence
    and g.last_sequence = v.first_sequence + length(v.positions) - 1);
call internal.install_check('ledger.check_archives');

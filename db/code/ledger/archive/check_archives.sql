-- The records of archived months are as they were made, none is missing, and each belongs to a seal. As many movements
-- are said to have left their levels as have left their seals.
create or replace view ledger.check_archives with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, 'archive ' || b.number as object, b.problem as found,
  'as it was made' as expected
from (
  select array_agg(a.number) as numbers, array_agg(a.previous_hash) as previous_hashes, array_agg(a.hash) as hashes,
    array_agg(internal.archive_hash(a)) as hashes_now
  from internal.archives a
) c
cross join lateral internal.broken_records('archives', c.numbers, c.previous_hashes, c.hashes, c.hashes_now) b
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

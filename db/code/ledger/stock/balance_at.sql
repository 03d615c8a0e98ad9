-- Takes: a moment.
-- Gives: every level as the ledger says it stood then, with its value at the average cost of that moment.
-- Levels that had not moved yet are absent. What was reserved is not known any more of a moment whose movements are
-- archived (null).
-- Filter it like a table: select * from ledger.balance_at('2026-11-01') where store_id = ...
--
-- For each level its newest row up to the moment, found backwards along the index of its sequence. The average cost is
-- the variant's, so the newest row of the variant at any location tells it.
create or replace function ledger.balance_at(moment timestamptz)
  returns table (company_id uuid, store_id uuid, location_id uuid, location text, variant_id uuid, sku text,
    on_hand integer, reserved integer, available integer,
    average_cost numeric, stock_value numeric, sequence bigint, as_of timestamptz)
language sql stable rows 1000
begin atomic
  select l.company_id, l.store_id, l.location_id, a.name, l.variant_id, m.sku, m.on_hand_after, r.reserved,
    m.on_hand_after - r.reserved,
    k.average_cost_after, round(m.on_hand_after * k.average_cost_after, 2), m.sequence, m.created_at
  from app.inventory_levels l
  join app.locations a on a.id = l.location_id
  cross join lateral (
    select t.sku, t.on_hand_after, t.reserved_after, t.sequence, t.created_at from app.stock_movements t
    where t.variant_id = l.variant_id and t.location_id = l.location_id and t.created_at <= balance_at.moment
    order by t.sequence desc limit 1
  ) m
  -- What was held is told by what came next, since reservations may have left.
  cross join lateral (
    select case when balance_at.moment < (select internal.archived_upto('stock_movements')) then null else coalesce((
      select t.reserved_after - t.reserved_change from app.stock_movements t
      where t.variant_id = l.variant_id and t.location_id = l.location_id and t.sequence > m.sequence
      order by t.sequence limit 1), m.reserved_after) end as reserved
  ) r
  left join lateral (
    select t.average_cost_after from app.stock_movements t
    where t.variant_id = l.variant_id and t.created_at <= balance_at.moment
    order by t.created_at desc, t.id desc limit 1
  ) k on true;
end;
grant execute on function ledger.balance_at(timestamptz) to haat_dba;

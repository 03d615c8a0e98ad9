-- Writes what follows for the parcels of an order: the cash that is held of each, and what is to be done with the
-- latest.
-- Takes: the locked order, the state of its goods, what its customer had left to pay at the door
-- (internal.parcel_cash) and its outstanding units.
-- Gives: the sums over its parcels; held_as_stated: without what is only presumed; work of the latest.
--
-- One statement: what is added up is what is written.
create or replace function internal.derive_parcels(derived app.orders, stock text, left_to_pay numeric,
  outstanding bigint,
  out settled numeric, out held numeric, out held_as_stated numeric, out is_pickup_recorded boolean, out work text)
language sql volatile
begin atomic
  with facts as (
    select p.id, p.collected_amount is not null as is_stated, p.is_pickup_recorded, c.settled, c.held,
      case when row_number() over (order by p.created_at desc, p.id desc) = 1
        then internal.parcel_work(p, derive_parcels.stock, derive_parcels.outstanding) end as work
    from app.parcels p
    cross join lateral internal.parcel_cash(p, derive_parcels.left_to_pay) c
    where p.store_id = derived.store_id and p.order_id = derived.id
  ), written as (
    update app.parcels p set held_amount = f.held, work = f.work
    from facts f
    where p.id = f.id and (p.held_amount, p.work) is distinct from (f.held, f.work)
  )
  select coalesce(sum(f.settled), 0), coalesce(sum(f.held), 0), coalesce(sum(f.held) filter (where f.is_stated), 0),
    coalesce(bool_or(f.is_pickup_recorded), false), max(f.work)
  from facts f;
end;

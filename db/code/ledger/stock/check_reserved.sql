-- What a level holds in reserve is what orders still wait for: quantity - delivered - released.
--
-- Two halves and no full join: asked for one variant, each reads that variant only.
create or replace view ledger.check_reserved with (security_invoker = true) as
with held as not materialized (
  select r.store_id, r.variant_id, r.location_id, any_value(r.company_id) as company_id,
    sum(r.quantity) as quantity
  from ledger.reservations r
  group by r.store_id, r.variant_id, r.location_id
)
select l.company_id, l.store_id, format('level of variant %s at location %s', l.variant_id, l.location_id) as object,
  format('reserved %s', l.reserved) as found,
  format('reserved %s for its orders', coalesce(h.quantity, 0)) as expected, l.variant_id
from app.inventory_levels l
left join held h on h.store_id = l.store_id and h.variant_id = l.variant_id and h.location_id = l.location_id
where l.reserved <> coalesce(h.quantity, 0)
union all
select h.company_id, h.store_id, format('level of variant %s at location %s', h.variant_id, h.location_id),
  'reserved 0', format('reserved %s for its orders', h.quantity), h.variant_id
from held h
where not exists (
  select from app.inventory_levels l where l.store_id = h.store_id and l.variant_id = h.variant_id
    and l.location_id = h.location_id);
call internal.install_check('ledger.check_reserved');

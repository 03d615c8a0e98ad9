-- What a level holds in reserve is what orders still wait for: quantity - delivered - released.
create or replace view ledger.check_reserved with (security_invoker = true) as
with held as (
  select r.variant_id, r.location_id, any_value(r.company_id) as company_id, any_value(r.store_id) as store_id,
    sum(r.quantity) as quantity
  from ledger.reservations r
  group by r.variant_id, r.location_id
)
select coalesce(l.company_id, h.company_id) as company_id, coalesce(l.store_id, h.store_id) as store_id,
  format('level of variant %s at location %s', coalesce(l.variant_id, h.variant_id),
    coalesce(l.location_id, h.location_id)) as object,
  format('reserved %s', coalesce(l.reserved, 0)) as found,
    format('reserved %s for its orders', coalesce(h.quantity, 0)) as expected,
  coalesce(l.variant_id, h.variant_id) as variant_id
from app.inventory_levels l
full join held h on h.variant_id = l.variant_id and h.location_id = l.location_id
where coalesce(l.reserved, 0) <> coalesce(h.quantity, 0);
call internal.install_check('ledger.check_reserved');

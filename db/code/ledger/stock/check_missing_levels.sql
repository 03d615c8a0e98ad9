-- The list of variants without an inventory level at a location is what a look at the levels gives.
create or replace view ledger.check_missing_levels with (security_invoker = true) as
select coalesce(m.company_id, x.company_id) as company_id, coalesce(m.store_id, x.store_id) as store_id,
  format('variant %s at location %s', coalesce(m.variant_id, x.variant_id), coalesce(m.location_id, x.location_id))
    as object,
  case when m.is_archived is null then 'not listed as missing' when m.is_archived then 'listed as archived'
    else 'listed as missing' end as found,
  case when x.is_archived is null then 'not listed as missing' when x.is_archived then 'listed as archived'
    else 'listed as missing' end as expected,
  coalesce(m.variant_id, x.variant_id) as variant_id
from app.missing_levels m
full join (
  select v.company_id, v.store_id, l.id as location_id, p.status = 'archived' as is_archived, v.created_at,
    v.id as variant_id
  from app.variants v
  join app.products p on p.id = v.product_id
  join app.locations l on l.company_id = v.company_id
  left join app.inventory_levels i on i.variant_id = v.id and i.location_id = l.id
  where i.id is null
) x on x.variant_id = m.variant_id and x.location_id = m.location_id and x.store_id = m.store_id
  and x.company_id = m.company_id and x.created_at = m.created_at
where m.is_archived is distinct from x.is_archived;
call internal.install_check('ledger.check_missing_levels');

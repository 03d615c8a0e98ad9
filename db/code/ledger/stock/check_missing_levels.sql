-- The list of variants without an inventory level at a location is what a look at the levels gives.
create or replace view ledger.check_missing_levels with (security_invoker = true) as
select v.company_id, v.store_id, format('variant %s at location %s', v.id, l.id) as object,
  case when m.is_archived is null then 'not listed as missing' when m.is_archived then 'listed as archived'
    else 'listed as missing' end as found,
  case when i.id is not null then 'not listed as missing' when p.status = 'archived' then 'listed as archived'
    else 'listed as missing' end as expected,
  v.id as variant_id
from app.variants v
join app.products p on p.id = v.product_id
join app.locations l on l.company_id = v.company_id
left join app.inventory_levels i on i.variant_id = v.id and i.location_id = l.id
left join app.missing_levels m on m.company_id = v.company_id and m.store_id = v.store_id and m.location_id = l.id
  and m.created_at = v.created_at and m.variant_id = v.id
where m.is_archived is distinct from case when i.id is null then p.status = 'archived' end
union all
select m.company_id, m.store_id, format('variant %s at location %s', m.variant_id, m.location_id),
  'listed as missing', 'no such variant or location', m.variant_id
from app.missing_levels m
where not exists (
  select from app.variants v join app.locations l on l.company_id = v.company_id
  where v.id = m.variant_id and v.store_id = m.store_id and v.created_at = m.created_at
    and l.company_id = m.company_id and l.id = m.location_id);
call internal.install_check('ledger.check_missing_levels');

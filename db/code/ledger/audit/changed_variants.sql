-- The variants whose stock or cost changed since the newest seal: what ledger.audit(since_last_seal => true) looks at.
create or replace view ledger.changed_variants with (security_invoker = true) as
select l.variant_id
from app.inventory_levels l
left join lateral (
  select g.last_sequence
  from app.ledger_seal_segments g
  where g.variant_id = l.variant_id and g.location_id = l.location_id
  order by g.last_sequence desc
  limit 1
) k on true
where l.last_sequence is distinct from coalesce(k.last_sequence, 0)
union
select x.variant_id
from (
  select l.company_id, l.variant_id, l.updated_at from app.inventory_levels l
  union all
  select c.company_id, c.variant_id, c.updated_at from app.variant_costs c
) x
where x.updated_at >= coalesce((select max(s.sealed_at) from app.ledger_seals s where s.company_id = x.company_id),
  '-infinity') - interval '1 minute';
comment on column ledger.changed_variants.variant_id is 'The variant.';
grant select on ledger.changed_variants to haat_dba;

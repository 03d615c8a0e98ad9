-- The variants whose stock or cost changed since the newest seal, or whose movements are not sealed yet: what
-- ledger.audit(since_last_seal => true) looks at.
create or replace view ledger.changed_variants with (security_invoker = true) as
select l.variant_id, l.company_id, l.store_id
from app.inventory_levels l
left join lateral (
  select g.last_sequence
  from app.ledger_seal_segments g
  where g.variant_id = l.variant_id and g.location_id = l.location_id
  order by g.last_sequence desc
  limit 1
) k on true
where l.last_sequence is distinct from coalesce(k.last_sequence, 0)
  or l.updated_at >= (select internal.last_sealed_at())
union
select c.variant_id, c.company_id, c.store_id
from app.variant_costs c
where c.updated_at >= (select internal.last_sealed_at());
comment on column ledger.changed_variants.variant_id is 'The variant.';
comment on column ledger.changed_variants.company_id is 'The tenant.';
comment on column ledger.changed_variants.store_id is 'The store.';
grant select on ledger.changed_variants to haat_dba;

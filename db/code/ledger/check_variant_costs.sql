create or replace view ledger.check_variant_costs with (security_invoker = true) as
select v.company_id, v.store_id, format('variant %s (%s)', v.sku, v.id) as object, coalesce(format('average cost %s', k.average_cost), 'no cost row') as found, 'an average cost of 0 or more' as expected
from app.variants v
left join app.variant_costs k on k.variant_id = v.id
where k.variant_id is null or k.average_cost < 0;
comment on view ledger.check_variant_costs is 'Every variant has its moving-average cost row, and no stock is worth less than nothing.';
comment on column ledger.check_variant_costs.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_variant_costs.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_variant_costs.object is 'What is wrong.';
comment on column ledger.check_variant_costs.found is 'What stands there.';
comment on column ledger.check_variant_costs.expected is 'What should.';
grant select on ledger.check_variant_costs to haat_dba;

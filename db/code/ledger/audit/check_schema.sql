-- The schema is what the release made of it: no constraint, index, trigger, policy, view, function, grant or role was
-- dropped, changed or added since.
create or replace view ledger.check_schema with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id,
  format('%s %s', coalesce(r.kind, o.kind), coalesce(r.object, o.object)) as object,
  case when o.kind is null then 'is gone' else coalesce(nullif(o.definition, ''), 'there') end as found,
  case when r.kind is null then 'nothing of that name' else coalesce(nullif(r.definition, ''), 'there') end as expected
from internal.released_schema r
full join internal.schema_objects() o on o.kind = r.kind and o.object = r.object
where r.kind is null or o.kind is null or o.definition is distinct from r.definition;
call internal.install_check('ledger.check_schema');

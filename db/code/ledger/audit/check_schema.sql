-- The schema is what the release made of it: no constraint, index, trigger, policy, view, function, grant, role or row
-- of the release was dropped, changed or added since.
--
-- What a release changes is recorded at its end.
create or replace view ledger.check_schema with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, c.object, c.found, c.expected
from internal.changed_objects() c
where not internal.is_migrating();
call internal.install_check('ledger.check_schema');

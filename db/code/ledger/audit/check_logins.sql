-- No login has other settings than those that the migration gives it: a login may change its own.
create or replace view ledger.check_logins with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, s.object, s.found, s.remedy as expected
from internal.find_changed_settings() s;
call internal.install_check('ledger.check_logins');

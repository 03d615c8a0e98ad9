call internal.install_fence('app.courier_rates', 'company',
  '(select internal.is_permitted(''settings.manage'')) or (select internal.is_permitted(''payments.manage''))
    or (select internal.is_permitted(''costs.read''))');
grant select on app.courier_rates to haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.courier_rates to haat_gatekeeper;

call internal.install_fence('app.courier_charges', 'store',
  '(select internal.is_permitted(''payments.manage'')) or (select internal.is_permitted(''costs.read''))');
grant select on app.courier_charges to haat_api, haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.courier_charges to haat_gatekeeper;

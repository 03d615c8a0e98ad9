call internal.install_fence('app.purchase_lines', 'store');
grant select on app.purchase_lines to haat_dba;
-- unit_cost: internal.readable_purchase_lines.
call internal.grant_all_but('app.purchase_lines', '{unit_cost}', 'haat_staff');
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.purchase_lines to haat_gatekeeper;

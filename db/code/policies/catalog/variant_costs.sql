call internal.install_fence('app.variant_costs', 'store', '(select internal.is_permitted(''costs.read''))');
-- No haat_api: cost never appears in a response. see: reference/variants#get_variant
grant select on app.variant_costs to haat_staff, haat_dba;
-- The audit compares it with the journal (internal.damaged_records).
grant select on app.variant_costs to haat_gatekeeper;

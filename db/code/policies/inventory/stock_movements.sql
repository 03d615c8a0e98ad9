call internal.install_fence('app.stock_movements', 'store');
-- Costs are not the API's to read; staff's: internal.readable_stock_movements.
grant select (
  id, company_id, store_id, location_id, variant_id, sku, sequence, type, quantity_change, reserved_change,
  on_hand_after, reserved_after, reason, reference_type, reference_id, reference_number, actor_type, actor_id,
  actor_name, request_id, created_at
) on app.stock_movements to haat_api, haat_staff;
grant select on app.stock_movements to haat_dba, haat_gatekeeper;

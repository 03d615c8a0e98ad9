call internal.install_fence('app.purchase_lines', 'store');
grant select on app.purchase_lines to haat_dba;
-- unit_cost: internal.readable_purchase_lines.
grant select (
  purchase_id, company_id, store_id, variant_id, line, sku, quantity, received_quantity
) on app.purchase_lines to haat_staff;

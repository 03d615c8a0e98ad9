call internal.install_fence('app.goods_receipt_lines', 'store');
grant select on app.goods_receipt_lines to haat_dba;
-- unit_cost: internal.readable_goods_receipt_lines.
grant select (receipt_id, company_id, store_id, variant_id, line, sku, quantity) on app.goods_receipt_lines
  to haat_staff;

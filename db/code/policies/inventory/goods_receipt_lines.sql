call internal.install_fence('app.goods_receipt_lines', 'store');
grant select on app.goods_receipt_lines to haat_dba;
-- unit_cost: internal.readable_goods_receipt_lines.
call internal.grant_all_but('app.goods_receipt_lines', '{unit_cost}', 'haat_staff');
grant select on app.goods_receipt_lines to haat_gatekeeper;

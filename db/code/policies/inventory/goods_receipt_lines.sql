call internal.install_fence('app.goods_receipt_lines', 'store');
grant select on app.goods_receipt_lines to haat_staff, haat_dba;

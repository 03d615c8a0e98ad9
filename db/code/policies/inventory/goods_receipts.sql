call internal.install_fence('app.goods_receipts', 'company');
grant select on app.goods_receipts to haat_staff, haat_dba;
grant select on app.goods_receipts to haat_gatekeeper;

call internal.install_fence('app.orders', 'store');
grant select on app.orders to haat_api, haat_dba, haat_gatekeeper;
-- shipping_address: internal.readable_orders.
call internal.grant_all_but('app.orders', '{shipping_address}', 'haat_staff');

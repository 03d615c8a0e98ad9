-- Where an order went before and after an edit is shown to those who may see where it goes (internal.readable_orders).
call internal.install_fence('app.order_timeline', 'store', $$
  (select internal.is_permitted('customers.read')) or action <> 'edited' or not detail ? 'shipping_address'
$$);
call internal.grant_all_but('app.order_timeline', '{prints}', 'haat_api', 'haat_staff');
grant select on app.order_timeline to haat_dba;
-- Entries leave for an archive, and one that sums them up comes in their place (internal.archive_seal).
grant select, insert, delete on app.order_timeline to haat_gatekeeper;

-- Does to an order's parcels what follows from its new status.
-- Takes: the locked order and what becomes of its parcels (app.order_statuses.parcel).
--
-- The case has no else: a word that it does not know raises.
create or replace function internal.transition_parcels(changed app.orders, effect text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  case effect
    when 'kept' then
      null;
    when 'cancelled' then
      -- A parcel that is still open here is no courier's: a live one was refused before.
      update app.parcels p
        set status = 'cancelled', cancelled_at = internal.now()
        where p.store_id = changed.store_id
          and p.order_id = changed.id
          and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
    when 'out' then
      -- One that is booked here is the own rider's, who has it now: another's was refused before.
      update app.parcels p
        set status = 'picked_up', picked_up_at = coalesce(p.picked_up_at, internal.now())
        where p.store_id = changed.store_id and p.order_id = changed.id and p.status in ('booked', 'delivery_failed');
      perform internal.ensure_parcel(changed);
    when 'failed' then
      update app.parcels p
        set status = 'delivery_failed'
        where p.store_id = changed.store_id and p.order_id = changed.id and p.status = 'picked_up';
    when 'delivered' then
      update app.parcels p
        set status = 'delivered', delivered_at = internal.now()
        where p.store_id = changed.store_id
          and p.order_id = changed.id
          and p.status in ('picked_up', 'delivery_failed', 'return_requested');
  end case;
end
$$;

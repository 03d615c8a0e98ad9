-- Refuses to take back what was last stated of a parcel once something followed from it.
-- Takes: the parcel and its order, as they are under their locks.
-- Gives: what is taken back: returned (its order came back undelivered), delivered, return_requested, delivery_failed
-- or picked_up.
-- Raises: HT101 (parcel).
create or replace function internal.refuse_undo(parcel app.parcels, order_before app.orders) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_rules app.order_statuses;
  v_step text;
  v_problem text;
begin
  select * into v_rules from app.order_statuses s where s.status = order_before.status;
  v_step := case
    when parcel.status in ('cancelled', 'received') then null
    when v_rules.stock = 'returning' and parcel.delivered_at is null then 'returned'
    when parcel.status in ('delivered', 'return_requested', 'delivery_failed') then parcel.status
    when parcel.status = 'picked_up' and parcel.is_pickup_recorded then 'picked_up' end;
  if v_step is null then
    v_problem := 'undoNothing';
  elsif v_step in ('returned', 'delivered') and exists (select from app.order_items i
    where i.store_id = parcel.store_id and i.order_id = parcel.order_id and i.released_quantity > 0) then
    v_problem := 'undoReceived';
  elsif v_step = 'delivered' then
    v_problem := case
      when exists (select from app.returns r where r.store_id = parcel.store_id and r.order_id = parcel.order_id
        and r.status <> 'cancelled') then 'undoReturns'
      when parcel.paid_out_amount > 0 then 'voidPayoutFirst'
      when parcel.written_off_amount > 0 then 'writtenOff'
      when exists (select from app.payments p where p.store_id = parcel.store_id and p.order_id = parcel.order_id
        and p.is_after_delivery and p.status = 'settled')
        then 'undoRefunded' end;
  end if;
  if v_problem is not null then
    perform internal.field_error('HT101', 'parcel_id', v_problem);
  end if;
  return v_step;
end
$$;

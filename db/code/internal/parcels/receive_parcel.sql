-- Receives goods that a courier brought back. lines is [{order_item_id, quantity, condition: sellable | damaged}].
-- Without lines, everything that is still outstanding came back sellable. An undelivered order becomes returned.
-- Raises: HT100 (parcel_id), HT101 (parcel), HT103 (status of the order), HT008 (lines).
--
-- The order was not delivered, or only in part. The reservation of these goods ends; damaged or lost goods leave the
-- stock. May be called again until nothing is outstanding. Goods of an order that came back are received even where
-- its parcel was cancelled: nothing else would free them.
create or replace function internal.receive_parcel(parcel_id uuid, lines jsonb default null) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
  v_rules app.order_statuses;
  v_item_ids uuid[];
  v_sellable integer[];
  v_damaged integer[];
  v_too_many boolean;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders t where t.id = v_parcel.order_id;
  perform internal.refuse_parcel_receipt(v_parcel, v_before);
  select array_agg(i.id), array_agg(case when lines is null then i.outstanding
    else coalesce(l.quantity - l.damaged_quantity, 0) end), array_agg(coalesce(l.damaged_quantity, 0)),
         bool_or(l.quantity > i.outstanding)
    into v_item_ids, v_sellable, v_damaged, v_too_many
    from (
      select t.id, t.quantity - t.delivered_quantity - t.released_quantity as outstanding
      from app.order_items t where t.store_id = v_parcel.store_id and t.order_id = v_parcel.order_id
    ) i
    left join internal.read_order_lines(v_parcel.order_id, lines, 'lines') l on l.order_item_id = i.id
    where case when lines is null then i.outstanding > 0 else l.quantity > 0 end;
  if v_too_many then
    perform internal.field_error('HT008', 'lines', 'returnTooMuch.parcel');
  elsif v_item_ids is null then
    perform internal.field_error('HT101', 'parcel_id', 'parcelNothingBack');
  end if;

  perform internal.release_order_items(v_parcel.order_id, v_item_ids, v_sellable);
  perform internal.post_order_stock(v_parcel.order_id, 'damage', v_item_ids, v_damaged, -1, -1);
  update app.order_items i set released_quantity = i.released_quantity + u.quantity,
    damaged_quantity = i.damaged_quantity + u.quantity
    from unnest(v_item_ids, v_damaged) as u (id, quantity)
    where i.order_id = v_parcel.order_id and i.id = u.id and u.quantity > 0;
  if not exists (select from app.order_items i where i.order_id = v_parcel.order_id
    and i.quantity > i.delivered_quantity + i.released_quantity) then
    update app.parcels t
      set status = 'received', received_at = internal.now(), cancelled_at = null,
        picked_up_at = coalesce(t.picked_up_at, t.booked_at)
      where t.id = v_parcel.id;
  end if;
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_received', null, null, null,
    jsonb_strip_nulls(jsonb_build_object('parcel_id', v_parcel.id, 'lines', lines)));
  select * into v_rules from app.order_statuses t where t.status = v_before.status;
  if v_rules.stock = 'reserved' or v_rules.stock = 'sold' and internal.is_fully_returned(v_parcel.order_id) then
    perform internal.transition_order(v_parcel.order_id, 'returned', null,
      jsonb_build_object('parcel_id', v_parcel.id), only_by => 'return');
  else
    perform internal.recompute_order(v_parcel.order_id);
  end if;
  perform internal.publish_levels(v_parcel.order_id, v_item_ids);
  perform internal.publish_order(v_before);
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

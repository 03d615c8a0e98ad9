-- Records that the customer kept part of the parcel. kept is [{order_item_id, quantity}]; others were not kept.
-- collected_amount is what the courier collected. If it is not given, it is what is due for the kept goods with the
-- shipping. It is required when the courier has stated or paid out an amount before. The order becomes delivered and
-- partially_fulfilled. What was not kept stays due until it is received back.
-- Raises: HT100 (parcel_id), HT101 (parcel), HT103 (status of the order), HT008 (kept,
-- collected_amount).
--
-- The rest stays reserved for the order until the parcel is received back. A courier may report this at the door, or
-- later, when the order already counts as delivered whole.
create or replace function internal.record_partial_delivery(parcel_id uuid, kept jsonb,
  collected_amount numeric default null) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
  v_quantity integer;
  v_kept integer;
  v_item_ids uuid[];
  v_not_taken integer[];
  v_refused numeric;
  v_collected numeric := record_partial_delivery.collected_amount;
  v_detail jsonb;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_partial_delivery(v_parcel, v_before);
  if exists (select from internal.read_order_lines(v_parcel.order_id, kept, 'kept') k
    join app.order_items i on i.id = k.order_item_id where k.quantity > i.quantity) then
    perform internal.field_error('HT008', 'kept', 'keptTooMuch');
  end if;
  select sum(i.quantity), coalesce(sum(k.quantity), 0), array_agg(i.id),
    array_agg(i.quantity - coalesce(k.quantity, 0)),
      sum(i.line_total - internal.kept_amount(i.line_total, i.quantity, coalesce(k.quantity, 0)))
    into v_quantity, v_kept, v_item_ids, v_not_taken, v_refused
    from app.order_items i
    left join internal.read_order_lines(v_parcel.order_id, kept, 'kept') k on k.order_item_id = i.id
    where i.order_id = v_parcel.order_id;
  if v_kept <= 0 or v_kept = v_quantity then
    perform internal.field_error('HT008', 'kept', case when v_kept <= 0 then 'keptNothing' else 'keptAll' end);
  end if;
  if v_collected is null then
    -- Cash that is in the till, or was stated, is not guessed anew.
    if v_parcel.collected_amount is not null or v_parcel.payout_at is not null then
      perform internal.field_error('HT008', 'collected_amount',
        case when v_parcel.payout_at is not null then 'collectedNeeded.paidOut' else 'collectedNeeded' end,
        jsonb_build_object('amount', v_parcel.collected_amount));
    end if;
    v_collected := least(v_parcel.cod_amount, greatest(0, v_before.due_amount - v_refused));
  end if;
  perform internal.state_collected(v_parcel, v_collected);

  v_detail := jsonb_build_object('parcel_id', v_parcel.id, 'kept', record_partial_delivery.kept, 'collected_amount',
    v_collected::numeric(12, 2)::text);
  if v_parcel.status = 'delivered' then
    perform internal.unsell_order_items(v_parcel.order_id, v_item_ids, v_not_taken);
    perform internal.recompute_order(v_parcel.order_id);
    perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
      'delivered_in_part', null, null, null, v_detail);
  else
    perform internal.transition_order(v_parcel.order_id, 'delivered', null, v_detail, kept, only_by => 'parcel');
  end if;
  perform internal.publish_order(v_before);
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

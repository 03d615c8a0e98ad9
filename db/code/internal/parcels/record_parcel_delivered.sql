-- Records that the customer took the whole parcel. collected_amount is what the courier says that it collected. It
-- counts as paid only when the courier pays it out.
-- Raises: HT100 (parcel_id), HT101 (parcel), HT103 (status of the order), HT008
-- (collected_amount).
create or replace function internal.record_parcel_delivered(parcel_id uuid, collected_amount numeric default null)
  returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_before app.orders;
  v_after app.orders;
  v_detail jsonb;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_delivery(v_parcel, v_before, record_parcel_delivered.collected_amount is not null);
  if record_parcel_delivered.collected_amount is not null then
    perform internal.state_collected(v_parcel, record_parcel_delivered.collected_amount);
  end if;
  v_detail := jsonb_strip_nulls(jsonb_build_object('parcel_id', v_parcel.id,
    'collected_amount', record_parcel_delivered.collected_amount::numeric(12, 2)::text));
  if v_parcel.status = 'delivered' then
    -- It may have paid out more by now than it says to have collected.
    v_after := internal.recompute_order(v_parcel.order_id);
    perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
      'collection_stated', null, null, null, v_detail);
  else
    v_after := internal.transition_order(v_parcel.order_id, 'delivered', null, v_detail, only_by => 'parcel');
  end if;
  if v_after operator(pg_catalog.*<>) v_before then
    perform internal.publish_order(v_before);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;

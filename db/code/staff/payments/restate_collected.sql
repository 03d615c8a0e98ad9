-- States anew what was collected of a delivered parcel, or, without an amount, that it is not known after all, until
-- some of it is paid out or written off. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT008 (collected_amount), HT101 (parcel).
create or replace function staff.restate_collected(parcel_id uuid, reason text, collected_amount numeric default null)
  returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := nullif(btrim(restate_collected.reason), '');
  v_parcel app.parcels;
  v_before app.orders;
  v_after app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_parcel := internal.lock_parcel(restate_collected.parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_restatement(v_parcel);
  if restate_collected.collected_amount is null and v_before.fulfillment_status <> 'fulfilled' then
    perform internal.field_error('HT008', 'collected_amount', 'collectedOfPart');
  end if;
  perform internal.state_collected(v_parcel, restate_collected.collected_amount);
  v_after := internal.recompute_order(v_parcel.order_id);
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'collection_restated', null, null, v_reason, jsonb_build_object('parcel_id', v_parcel.id,
      'collected_amount', restate_collected.collected_amount::numeric(12, 2)::text,
      'before', v_parcel.collected_amount::text));
  if v_after operator(pg_catalog.*<>) v_before then
    perform internal.publish_order(v_before);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;
grant execute on function staff.restate_collected(uuid, text, numeric) to haat_staff;

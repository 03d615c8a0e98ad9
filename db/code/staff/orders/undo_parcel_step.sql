-- Takes back what was last stated of a parcel by mistake, while nothing followed from it: that its order came back,
-- its delivery (whole or in part, with what was collected), the request for its return, its failed delivery, or its
-- recorded pickup. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT008, HT101 (parcel), HT103 (status of the
-- order), HT102.
--
-- The sale of a delivery is booked with the opposite sign. The ledger and the timeline keep both.
create or replace function staff.undo_parcel_step(parcel_id uuid, reason text) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := nullif(btrim(undo_parcel_step.reason), '');
  v_parcel app.parcels;
  v_before app.orders;
  v_after app.orders;
  v_reports boolean;
  v_step text;
  v_status text;
begin
  perform internal.require_permission('orders.manage');
  v_parcel := internal.lock_parcel(undo_parcel_step.parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  v_step := internal.refuse_undo(v_parcel, v_before);
  v_reports := exists (select from app.couriers c where c.id = v_parcel.courier_id and c.reports_pickups);
  case v_step
    when 'returned', 'delivery_failed' then
      v_status := 'in_transit';
    when 'delivered' then
      update app.parcels t set status = 'picked_up', delivered_at = null, collected_amount = null
        where t.id = v_parcel.id;
      v_status := 'in_transit';
    when 'return_requested' then
      update app.parcels t set status = case s.parcel when 'failed' then 'delivery_failed' else 'picked_up' end
        from app.order_statuses s
        where s.status = v_before.status and t.id = v_parcel.id;
    when 'picked_up' then
      update app.parcels t set is_pickup_recorded = false,
        status = case when v_reports then 'booked' else 'picked_up' end,
        picked_up_at = case when not v_reports then t.booked_at end
        where t.id = v_parcel.id;
      v_status := case when v_reports then 'ready_to_ship' end;
  end case;
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_step_undone', null, null, v_reason, jsonb_build_object('parcel_id', v_parcel.id, 'step', v_step)
      || case when v_step = 'delivered' then '{"collected_amount": null}' else '{}' end::jsonb);
  if v_status <> v_before.status then
    v_after := internal.transition_order(v_before.id, v_status, v_reason,
      jsonb_build_object('parcel_id', v_parcel.id), only_by => 'parcel');
  else
    v_after := internal.recompute_order(v_before.id);
  end if;
  if v_after operator(pg_catalog.*<>) v_before then
    perform internal.publish_order(v_before);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;
grant execute on function staff.undo_parcel_step(uuid, text) to haat_staff;

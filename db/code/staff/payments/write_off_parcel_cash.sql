-- Gives up cash that a courier collected and will not pay out. amount is what is written off of the parcel in all; if
-- it is not given, all that the courier holds; 0 takes it back. The customer has paid, so the order is settled by it;
-- it is not money received. Needs payments.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT008 (amount), HT101 (parcel).
create or replace function staff.write_off_parcel_cash(parcel_id uuid, reason text, amount numeric default null)
  returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := nullif(btrim(write_off_parcel_cash.reason), '');
  v_parcel app.parcels;
  v_before app.orders;
  v_after app.orders;
  v_most numeric;
begin
  perform internal.require_permission('payments.manage');
  v_parcel := internal.lock_parcel(write_off_parcel_cash.parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_write_off(v_parcel);
  v_most := v_parcel.held_amount + v_parcel.written_off_amount;
  if amount > v_most then
    perform internal.field_error('HT008', 'amount', 'writeOffTooMuch', jsonb_build_object('most', v_most));
  end if;
  update app.parcels t set written_off_amount = coalesce(write_off_parcel_cash.amount, v_most)
    where t.id = v_parcel.id;
  v_after := internal.recompute_order(v_parcel.order_id);
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'cash_written_off', null, null, v_reason, jsonb_build_object('parcel_id', v_parcel.id,
      'written_off_amount', coalesce(write_off_parcel_cash.amount, v_most)::numeric(12, 2)::text));
  if v_after operator(pg_catalog.*<>) v_before then
    perform internal.publish_order(v_before);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;
grant execute on function staff.write_off_parcel_cash(uuid, text, numeric) to haat_staff;

-- Records what a courier paid out at once, for many parcels, and what it charged: all lines or none. Needs
-- payments.manage.
-- Takes: store_id, and what POST /payouts takes.
-- Raises: HT014 (permission), HT100 (store_id); HT101 (courier_id, lines); HT008 (transferred_amount, received_at);
-- HT104.
create or replace function staff.record_payout(body jsonb) returns app.payouts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_payout_id uuid;
  v_payout app.payouts;
begin
  perform internal.require_permission('payments.manage');
  perform internal.refuse_duplicate('record_payout', body);
  perform internal.require_store((body ->> 'store_id')::uuid);
  perform internal.require_courier((body ->> 'courier_id')::uuid);
  v_payout_id := internal.record_payout((body ->> 'store_id')::uuid, (body ->> 'courier_id')::uuid, body -> 'lines',
    body ->> 'reference', (body ->> 'received_at')::timestamptz, body -> 'other_charges',
    (body ->> 'transferred_amount')::numeric);
  select * into v_payout from app.payouts t where t.id = v_payout_id;
  return v_payout;
end
$$;
grant execute on function staff.record_payout(jsonb) to haat_staff;

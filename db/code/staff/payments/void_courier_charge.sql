-- Takes back a charge of a courier that was recorded by mistake, by a row with the opposite amount and the reason. One
-- that came with a payment is voided with it. Needs payments.manage.
-- Gives: the charge.
-- Raises: HT014 (permission), HT100 (charge_id), HT101 (charge_id: voided already, or of a payment).
create or replace function staff.void_courier_charge(charge_id uuid, reason text) returns app.courier_charges
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_charge app.courier_charges;
begin
  perform internal.require_permission('payments.manage');
  select * into v_charge from app.courier_charges c
    where c.id = void_courier_charge.charge_id and c.reverses_id is null;
  if v_charge.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "charge"}');
  end if;
  if v_charge.payment_id is not null then
    perform internal.field_error('HT101', 'charge_id', 'voidPayment');
  end if;
  -- Of two at once the second waits here, and then sees what the first wrote.
  if v_charge.parcel_id is not null then
    perform internal.lock_parcel(v_charge.parcel_id);
  else
    perform from app.payouts t where t.id = v_charge.payout_id for no key update;
  end if;
  if exists (
    select from app.courier_charges r where r.store_id = v_charge.store_id and r.reverses_id = v_charge.id)
  then
    perform internal.field_error('HT101', 'charge_id', 'alreadySo', '{"state": "voided"}');
  end if;
  perform internal.reverse_charges(array[v_charge.id], btrim(void_courier_charge.reason));
  return v_charge;
end
$$;
grant execute on function staff.void_courier_charge(uuid, text) to haat_staff;

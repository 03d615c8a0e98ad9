-- Voids a payment or refund that was recorded by mistake. The row stays. Void the refunds of a payment before the
-- payment itself.
-- Needs payments.manage.
-- Raises: HT014, HT100, HT101.
create or replace function staff.void_payment(payment_id uuid, reason text) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('payments.manage');
  return internal.void_payment(payment_id, reason);
end
$$;
grant execute on function staff.void_payment(uuid, text) to haat_staff;

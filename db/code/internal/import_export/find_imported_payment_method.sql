-- Finds how an order of another shop was paid: the active payment method of the store that has the name which the
-- order says, whatever its letter case.
-- Takes: {store_id, paid_amount, payment_method}.
-- Gives: the method; null when nothing was paid.
-- Raises: HT014 (permission), HT101 (payment_method).
create or replace function internal.find_imported_payment_method(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid;
begin
  if coalesce((input ->> 'paid_amount')::numeric, 0) <= 0 then
    return null;
  end if;
  perform internal.require_permission('payments.manage');
  select m.id into v_id from app.payment_methods m
    where m.store_id = (input ->> 'store_id')::uuid and m.status = 'active'
      and internal.fold(m.name) = internal.fold(input ->> 'payment_method')
    order by m.created_at, m.id
    limit 1;
  if v_id is null then
    perform internal.field_error('HT101', 'payment_method', 'methodGone.imported');
  end if;
  return v_id;
end
$$;

-- Changes a payment method, or takes it out of use. What is left out stays. Needs settings.manage.
-- Takes: status is active or inactive.
-- Raises: HT014 (permission), HT100 (id), HT101 (expected_updated_at), 23505 (name).
create or replace function staff.update_payment_method(id uuid, name text default null,
  requires_transaction_id boolean default null, is_online boolean default null, status text default null,
  expected_updated_at timestamptz default null) returns app.payment_methods
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.payment_methods;
  v_method app.payment_methods;
begin
  perform internal.require_permission('settings.manage');
  select * into v_before from app.payment_methods t where t.id = update_payment_method.id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "payment method"}');
  end if;
  perform internal.refuse_outdated(update_payment_method.expected_updated_at, v_before.updated_at, v_before.id);
  update app.payment_methods t set
    name = coalesce(btrim(update_payment_method.name), t.name),
    requires_transaction_id = coalesce(update_payment_method.requires_transaction_id, t.requires_transaction_id),
    is_online = coalesce(update_payment_method.is_online, t.is_online),
    status = coalesce(update_payment_method.status, t.status)
    where t.id = v_before.id returning * into v_method;
  return v_method;
end
$$;
grant execute on function staff.update_payment_method(uuid, text, boolean, boolean, text, timestamptz) to haat_staff;

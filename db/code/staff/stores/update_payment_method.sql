-- Changes a way to pay, or takes it out of use (status: active, inactive); what is left out stays.
-- Needs settings.manage.
create or replace function staff.update_payment_method(id uuid, name text default null, requires_transaction_id boolean default null, is_online boolean default null, status text default null) returns app.payment_methods
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.payment_methods;
  m app.payment_methods;
begin
  perform internal.require_permission('settings.manage');
  select * into o from app.payment_methods t where t.id = update_payment_method.id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such payment method.');
  end if;
  update app.payment_methods t set
    name = coalesce(btrim(update_payment_method.name), t.name),
    requires_transaction_id = coalesce(update_payment_method.requires_transaction_id, t.requires_transaction_id),
    is_online = coalesce(update_payment_method.is_online, t.is_online),
    status = coalesce(update_payment_method.status, t.status)
    where t.id = o.id returning * into m;
  perform internal.log_activity(m.store_id, 'payment_method.updated', 'payment_method', m.id, to_jsonb(o), to_jsonb(m));
  return m;
end
$$;
grant execute on function staff.update_payment_method(uuid, text, boolean, boolean, text) to haat_staff;

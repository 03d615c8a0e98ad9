-- Adds a payment method to a store. Needs settings.manage.
-- Takes: type is cod, wallet, bank, card or cash. is_online: a gateway that the shopper pays before the order is kept.
-- Raises: HT014 (permission), HT100 (store_id), 23505 (name).
create or replace function staff.create_payment_method(store_id uuid, name text, type text,
  requires_transaction_id boolean default false, is_online boolean default false) returns app.payment_methods
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_method app.payment_methods;
begin
  perform internal.require_permission('settings.manage');
  perform internal.require_store(create_payment_method.store_id);
  insert into app.payment_methods (company_id, store_id, name, type, requires_transaction_id, is_online)
  values (internal.current_company_id(), create_payment_method.store_id, btrim(create_payment_method.name),
    create_payment_method.type, coalesce(create_payment_method.requires_transaction_id, false),
    coalesce(create_payment_method.is_online, false))
  returning * into v_method;
  return v_method;
end
$$;
grant execute on function staff.create_payment_method(uuid, text, text, boolean, boolean) to haat_staff;

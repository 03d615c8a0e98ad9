create or replace function staff.update_customer_address(id uuid, address_line text default null, label text default null, recipient_name text default null, recipient_phone text default null, city text default null, area text default null, postal_code text default null, is_default boolean default null) returns app.customer_addresses
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.customer_addresses;
  a app.customer_addresses;
begin
  perform internal.require_permission('orders.manage');
  select * into o from app.customer_addresses t where t.id = update_customer_address.id;
  if o.id is null then
    perform internal.fail('HT100', 'No such address.');
  elsif o.is_default and update_customer_address.is_default = false then
    perform internal.field_error('HT008', 'is_default', 'make another address the default instead');
  end if;
  perform internal.lock_customer(o.customer_id);
  if update_customer_address.is_default then
    update app.customer_addresses t set is_default = false where t.store_id = o.store_id and t.customer_id = o.customer_id and t.is_default and t.id <> o.id;
  end if;
  update app.customer_addresses t set
    address_line = coalesce(btrim(update_customer_address.address_line), t.address_line),
    label = internal.changed_text(update_customer_address.label, t.label),
    recipient_name = internal.changed_text(update_customer_address.recipient_name, t.recipient_name),
    recipient_phone = internal.changed_text(update_customer_address.recipient_phone, t.recipient_phone),
    city = internal.changed_text(update_customer_address.city, t.city),
    area = internal.changed_text(update_customer_address.area, t.area),
    postal_code = internal.changed_text(update_customer_address.postal_code, t.postal_code),
    is_default = coalesce(update_customer_address.is_default, t.is_default)
    where t.id = o.id returning * into a;
  perform internal.customer_addresses_changed(a.store_id, a.customer_id);
  perform internal.log_activity(a.store_id, 'customer_address.updated', 'customer_address', a.id, to_jsonb(o), to_jsonb(a));
  return a;
end
$$;
comment on function staff.update_customer_address(uuid, text, text, text, text, text, text, text, boolean) is 'Changes a customer''s address or makes it the default; what is left out stays, an empty text clears. Needs orders.manage.';
grant execute on function staff.update_customer_address(uuid, text, text, text, text, text, text, text, boolean) to haat_staff;

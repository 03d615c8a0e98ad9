-- Checks what is given of a device: an endpoint that may be called, keys as browsers give them, a store that sends
-- notices, and something to be told of.
-- Raises: HT008 (endpoint, public_key, auth, language, digits, new_orders, store_id), HT100 (store_id).
create or replace function internal.check_push_device(device app.staff_push_devices) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if length(device.endpoint) > 1000 then
    perform internal.field_error('HT008', 'endpoint', 'tooLong.characters', '{"most": 1000}');
  end if;
  perform internal.check_webhook_url(device.endpoint, 'endpoint');
  if device.p256dh !~ '^B[A-Za-z0-9_-]{86}$' then
    perform internal.field_error('HT008', 'public_key', 'pushKey');
  elsif device.auth !~ '^[A-Za-z0-9_-]{22}$' then
    perform internal.field_error('HT008', 'auth', 'pushKey');
  elsif device.language not in ('en', 'bn') then
    perform internal.field_error('HT008', 'language', 'notAllowed');
  elsif device.digits not in ('latn', 'beng') then
    perform internal.field_error('HT008', 'digits', 'notAllowed');
  elsif not (device.new_orders or device.call_backs) then
    perform internal.field_error('HT008', 'new_orders', 'pushNothing');
  elsif device.store_id is not null then
    perform internal.require_store(device.store_id);
    if (select s.is_test from app.stores s where s.id = device.store_id) then
      perform internal.field_error('HT008', 'store_id', 'pushTest');
    end if;
  end if;
end
$$;

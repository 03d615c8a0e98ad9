--! owner: haat_gatekeeper
-- Takes up what a device is to be sent next: all its waiting notices of one kind, as one message.
-- Takes: the device, and the ids of the worker's keys.
-- Gives: what is needed to send it, or nothing where nothing is to be sent now. The private key is as it is stored:
-- the worker decrypts it.
-- Raises: an error that names the key, where it is encrypted with one that the worker does not have.
-- see: guides/desk#notices
--
-- The lease is not_before: a worker that dies is followed by another a minute later. Between two messages of a device
-- are ten seconds at least; what comes meanwhile is told together.
create or replace function internal.claim_push(device_id uuid, key_ids text[])
  returns table (endpoint text, p256dh text, auth text, company_id uuid, public_key text, sealed_key text,
    language text, digits text, kind text, notice_ids uuid[], document json)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_device app.staff_push_devices;
  v_key app.push_keys;
  v_kind text;
begin
  select * into v_device from app.staff_push_devices d where d.id = claim_push.device_id for no key update;
  if v_device.id is null or internal.has_moved(v_device.company_id) then
    return;
  end if;
  if not internal.is_push_allowed(v_device) then
    delete from app.push_notices n where n.company_id = v_device.company_id and n.device_id = v_device.id;
    return;
  end if;
  perform internal.drop_past_notices(v_device);
  select n.kind into v_kind from app.push_notices n
    where n.company_id = v_device.company_id and n.device_id = v_device.id order by n.id limit 1;
  if v_kind is null then
    return;
  elsif v_device.not_before > v_now then
    perform internal.enqueue_push(v_device.id, v_device.not_before);
    return;
  end if;
  select * into v_key from app.push_keys k where k.company_id = v_device.company_id;
  if not internal.can_decrypt(v_key.sealed_key, key_ids) then
    raise exception 'notices of company % wait: their key is encrypted with the key %, which SECRET_KEYS lacks here',
      v_key.company_id, internal.secret_key_id(v_key.sealed_key);
  end if;
  update app.staff_push_devices d set not_before = v_now + interval '1 minute' where d.id = v_device.id;
  return query
  select v_device.endpoint, v_device.p256dh, v_device.auth, v_device.company_id, v_key.public_key, v_key.sealed_key,
    v_device.language, v_device.digits, v_kind, array_agg(n.id), internal.push_document(array_agg(n.order_id))
  from app.push_notices n
  where n.company_id = v_device.company_id and n.device_id = v_device.id and n.kind = v_kind;
end
$$;
grant execute on function internal.claim_push(uuid, text[]) to haat_worker;

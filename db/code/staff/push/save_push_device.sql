-- Turns notices on in this browser, or changes what it is told of. Each names an order's number and sum and its store,
-- and no customer. They end when this session is ended by hand, or a week after it ran out, unless they are turned on
-- again at the next sign-in. You have at most ten devices.
-- Takes: what `pushManager.subscribe` gave (endpoint; its keys p256dh, as public_key, and auth, in base64url); the
-- language of the notices (en, bn) and their digits (latn, beng); whether it is told of new orders (not of those that
-- you make) and of call-backs that become due (of orders that you look after, or that none does); one store, or null
-- for all.
-- Raises: HT008 (endpoint, public_key, auth, language, digits, new_orders, store_id), HT100 (store_id), HT101 (you
-- have ten; begin_push was never asked for), HT015 (the session has ended meanwhile).
--
-- A browser has one endpoint: who turns notices on in it takes it over from a colleague.
create or replace function staff.save_push_device(endpoint text, public_key text, auth text, language text,
  digits text default 'latn', new_orders boolean default true, call_backs boolean default true,
  store_id uuid default null) returns staff.push_device
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_device app.staff_push_devices;
begin
  select internal.current_company_id(), internal.current_actor_id(), save_push_device.store_id,
      coalesce(save_push_device.new_orders, true), coalesce(save_push_device.call_backs, true),
      save_push_device.language, coalesce(save_push_device.digits, 'latn'), save_push_device.endpoint,
      save_push_device.public_key, save_push_device.auth
    into v_device.company_id, v_device.staff_id, v_device.store_id, v_device.new_orders, v_device.call_backs,
      v_device.language, v_device.digits, v_device.endpoint, v_device.p256dh, v_device.auth;
  perform internal.check_push_device(v_device);
  if not exists (select from app.push_keys k where k.company_id = v_device.company_id) then
    perform internal.fail('HT101', 'pushKeyFirst');
  end if;
  -- The devices of a person are counted one by one.
  perform from app.staff t where t.id = v_device.staff_id for no key update;
  select s.id into v_device.session_id from app.staff_sessions s
    where s.id = internal.current_session_id() and s.revoked_at is null for share;
  if v_device.session_id is null then
    perform internal.fail('HT015', 'signedOut');
  end if;
  delete from app.staff_push_devices d where d.endpoint = v_device.endpoint and d.staff_id <> v_device.staff_id;
  if not exists (select from app.staff_push_devices d where d.endpoint = v_device.endpoint) then
    if (select count(*) from app.staff_push_devices d where d.staff_id = v_device.staff_id) >= 10 then
      perform internal.fail('HT101', 'pushFull');
    end if;
    perform internal.log_activity(null, 'staff.notices_on', 'staff', v_device.staff_id);
  end if;
  insert into app.staff_push_devices as d (company_id, staff_id, session_id, store_id, new_orders, call_backs,
    language, digits, endpoint, p256dh, auth, call_backs_upto, not_before, created_at)
  values (v_device.company_id, v_device.staff_id, v_device.session_id, v_device.store_id, v_device.new_orders,
    v_device.call_backs, v_device.language, v_device.digits, v_device.endpoint, v_device.p256dh, v_device.auth,
    v_now, v_now, v_now)
  on conflict on constraint staff_push_devices_endpoint_key do update set
    session_id = excluded.session_id, store_id = excluded.store_id, new_orders = excluded.new_orders,
    call_backs = excluded.call_backs, language = excluded.language, digits = excluded.digits,
    p256dh = excluded.p256dh, auth = excluded.auth,
    call_backs_upto = case when d.call_backs then d.call_backs_upto else excluded.call_backs_upto end
  returning * into v_device;
  return internal.shown_push_device(v_device, v_device.endpoint);
end
$$;
grant execute on function staff.save_push_device(text, text, text, text, text, boolean, boolean, uuid) to haat_staff;

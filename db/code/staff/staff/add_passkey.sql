-- Adds a passkey of yours, which signs you in without password and code. Where your company requires two factors, it
-- is both.
-- Takes: what to call it; what the browser answered to begin_passkey, each part in base64url.
-- Raises: HT008 (name), HT101 (late; refused; of a kind that is not supported; there already; you have ten), HT015
-- (the session has ended meanwhile).
--
-- The staff server's library reads the attestation object and hands over what is in it, when it is good for our
-- addresses. That a passkey is believed later depends on no word of that server: see internal.check_passkey.
create or replace function staff.add_passkey(name text, client_data text, attestation text) returns staff.passkey
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_name constant text := internal.passkey_name(add_passkey.name);
  v_id constant uuid := internal.current_actor_id();
  v_passkey app.staff_passkeys;
begin
  if not coalesce(internal.take_passkey_challenge('add', internal.current_session_id(),
    internal.from_base64url(client_data)), false)
  then
    perform internal.fail('HT101', 'passkeyLate');
  end if;
  perform internal.refuse_more_passkeys(v_id);
  v_passkey.credential_id := decode(coalesce(current_setting('haat.passkey_credential', true), ''), 'hex');
  v_passkey.public_key := decode(coalesce(current_setting('haat.passkey_key', true), ''), 'hex');
  if length(v_passkey.credential_id) = 0 then
    perform internal.fail('HT101', 'passkeyRefused');
  end if;
  begin
    insert into app.staff_passkeys (company_id, staff_id, name, domain, credential_id, public_key, sign_count,
      created_at)
    values (internal.current_company_id(), v_id, v_name, internal.passkey_domain(), v_passkey.credential_id,
      v_passkey.public_key, current_setting('haat.passkey_count')::bigint, internal.now())
    returning * into v_passkey;
  exception
    when unique_violation then perform internal.fail('HT101', 'passkeyThere');
    when check_violation then perform internal.fail('HT101', 'passkeyKind');
  end;
  update app.staff_sessions s set passkey_id = v_passkey.id
    where s.id = internal.current_session_id() and s.revoked_at is null;
  -- Ended meanwhile, as by a reset that has just removed all passkeys.
  if not found then
    perform internal.fail('HT015', 'signedOut');
  end if;
  perform internal.log_activity(null, 'staff.passkey_added', 'staff', v_id, null,
    jsonb_build_object('passkey', v_name));
  return row(v_passkey.id, v_passkey.name, v_passkey.domain, v_passkey.created_at, v_passkey.last_used_at);
end
$$;
grant execute on function staff.add_passkey(text, text, text) to haat_staff;

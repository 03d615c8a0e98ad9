-- Removes a passkey of yours. Other sessions that it opened end. A wrong password gives nothing.
-- Takes: the password, where you signed in more than ten minutes ago.
-- Raises: HT005 (wait), HT008 (current_password: it is needed), HT100 (passkey_id).
create or replace function staff.remove_passkey(passkey_id uuid, current_password text default null) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := internal.current_actor_id();
  v_name text;
begin
  if not internal.may_change_sign_in(current_password) then
    return null;
  end if;
  delete from app.staff_passkeys p where p.id = remove_passkey.passkey_id and p.staff_id = v_id
    returning p.name into v_name;
  if not found then
    perform internal.fail('HT100', 'gone', '{"thing": "passkey"}');
  end if;
  update app.staff_sessions s set revoked_at = internal.now()
    where s.passkey_id = remove_passkey.passkey_id and s.revoked_at is null
      and s.id is distinct from internal.current_session_id();
  perform internal.log_activity(null, 'staff.passkey_removed', 'staff', v_id,
    jsonb_build_object('passkey', v_name));
  return true;
end
$$;
grant execute on function staff.remove_passkey(uuid, text) to haat_staff;

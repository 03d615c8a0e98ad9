-- Gives a passkey of yours another name.
-- Raises: HT008 (name), HT100 (passkey_id).
create or replace function staff.rename_passkey(passkey_id uuid, name text) returns staff.passkey
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_name constant text := internal.passkey_name(rename_passkey.name);
  v_passkey app.staff_passkeys;
begin
  update app.staff_passkeys p set name = v_name
    where p.id = rename_passkey.passkey_id and p.staff_id = internal.current_actor_id()
    returning * into v_passkey;
  if not found then
    perform internal.fail('HT100', 'gone', '{"thing": "passkey"}');
  end if;
  return row(v_passkey.id, v_passkey.name, v_passkey.domain, v_passkey.created_at, v_passkey.last_used_at);
end
$$;
grant execute on function staff.rename_passkey(uuid, text) to haat_staff;

-- Opens a session of 12 hours for a staff member whose sign-in was right, and gives its token, which is kept nowhere.
-- Takes: whose, the device token that was sent (or null), the passkey (null: by password).
create or replace function internal.open_staff_session(staff_id uuid, device_token text, passkey_id uuid default null)
  returns staff.session
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_token constant text := 'staff_' || encode(extensions.gen_random_bytes(32), 'hex');
  v_device_token constant text := internal.remember_place(staff_id, device_token);
  v_session staff.session;
begin
  insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at, address, user_agent,
    last_seen_at, passkey_id)
  select t.company_id, t.id, sha256(v_token::bytea), v_now + interval '12 hours', v_now, internal.client_address(),
    nullif(left(current_setting('haat.user_agent', true), 400), ''), v_now, open_staff_session.passkey_id
  from app.staff t where t.id = open_staff_session.staff_id
  returning v_token, expires_at,
    (select t.password_expires_at is not null from app.staff t where t.id = open_staff_session.staff_id),
    internal.must_set_up_two_factor(open_staff_session.staff_id,
      open_staff_session.passkey_id is null
      and (select c.requires_two_factor from app.companies c where c.id = internal.current_company_id())),
    v_device_token
    into v_session;
  return v_session;
end
$$;

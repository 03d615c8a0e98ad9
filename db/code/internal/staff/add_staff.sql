-- Adds a staff member to the current company, with a one-time password that is good for 72 hours.
-- Takes: the email, name, permissions and role (agent, owner). The caller has checked that they may be granted.
-- Raises: HT008 (email), 23505 (email).
create or replace function internal.add_staff(email text, full_name text, permissions text[], role text)
  returns staff.invitation
language plpgsql volatile
set search_path = ''
as $$
declare
  v_password constant text := internal.random_base62(16);
  v_staff app.staff;
begin
  if lower(btrim(add_staff.email)) !~ '^[^@\s]+@[^@\s]+$' then
    perform internal.field_error('HT008', 'email', 'email');
  end if;
  insert into app.staff (company_id, email, full_name, password_hash, password_expires_at, role, permissions)
  values (internal.current_company_id(), lower(btrim(add_staff.email)), btrim(add_staff.full_name),
    internal.hash_password(v_password), internal.now() + interval '72 hours', add_staff.role, add_staff.permissions)
  returning * into v_staff;
  return (v_staff, v_password, v_staff.password_expires_at);
end
$$;

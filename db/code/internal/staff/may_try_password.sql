-- Tells whether a password may open an account now: active like its company, its one-time password not expired.
create or replace function internal.may_try_password(staff_member app.staff) returns boolean
language sql volatile
return coalesce(
  staff_member.status = 'active'
  and exists (select from app.companies c where c.id = staff_member.company_id and c.status = 'active')
  and staff_member.password_hash is not null
  and coalesce(staff_member.password_expires_at > internal.now(), true),
  false);
grant execute on function internal.may_try_password(app.staff) to haat_gatekeeper;

-- Takes: a staff member.
-- Gives: whether a password may open the account now: active, not locked, the one-time password not run out.
create or replace function internal.may_try_password(s app.staff) returns boolean
language sql volatile
return coalesce(s.status = 'active' and s.password_hash is not null
  and coalesce(s.locked_until <= internal.now(), true) and coalesce(s.password_expires_at > internal.now(), true), false);
grant execute on function internal.may_try_password(app.staff) to haat_gatekeeper;

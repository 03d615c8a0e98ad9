-- Tells whether a device may get what its owner would see in the desk: they and the company are active, its session
-- was not ended, and nothing is asked of them first (a password of their own, two-factor sign-in).
-- Takes: the device.
create or replace function internal.is_push_allowed(device app.staff_push_devices) returns boolean
language sql stable
begin atomic
  select exists (
    select from app.staff_sessions s
    join app.staff t on t.id = s.staff_id
    join app.companies c on c.id = t.company_id
    where s.id = (device).session_id and s.revoked_at is null and t.id = (device).staff_id
      and t.status = 'active' and c.status = 'active' and t.password_expires_at is null
      and not internal.must_set_up_two_factor(t.id, c.requires_two_factor and s.passkey_id is null));
end;
grant execute on function internal.is_push_allowed(app.staff_push_devices) to haat_gatekeeper;

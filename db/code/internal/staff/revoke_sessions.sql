-- Ends all sessions of a staff member.
create or replace function internal.revoke_sessions(staff_id uuid) returns void
language sql volatile
begin atomic
  update app.staff_sessions t set revoked_at = internal.now()
    where t.staff_id = revoke_sessions.staff_id and t.revoked_at is null;
end;

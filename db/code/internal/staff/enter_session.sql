--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of a signed-in staff member.
-- Takes: the SHA-256 of the session token, in hexadecimal.
-- Raises: HT015 (the session is not good or no longer good).
-- spec: Tenant fence
create or replace function internal.enter_session(token_hash text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_session record;
begin
  select * into v_session from internal.find_session(
    case when token_hash ~ '^[0-9a-f]{64}$' then decode(token_hash, 'hex') end);
  if not found then
    perform internal.fail('HT015', 'You are not signed in, or your session has ended. Run signIn first.');
  end if;
  perform internal.set_context(v_session.company_id, v_session.store_ids, 'staff', v_session.staff_id,
    v_session.full_name, v_session.permissions, v_session.session_id, good_seconds => 5,
    -- Under whose name Idempotency-Keys are kept: the member's, in whatever session.
    lineage_id => v_session.staff_id, is_limited => v_session.is_limited);
end
$$;

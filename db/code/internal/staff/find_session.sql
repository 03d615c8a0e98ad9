--! owner: haat_gatekeeper
-- Finds a staff session that is good now, with what its transactions need.
-- Takes: the SHA-256 of the session token.
-- Gives: at most one row. is_limited: only what concerns oneself can be seen and done.
--
-- Only the gatekeeper may read session hashes: no tenant is known yet when this runs. Limited are people who have to
-- replace a one-time password first, or to set up the two-factor sign-in that their company requires; a passkey is
-- both factors. A test store that was closed, by hand or by a reset, is gone for them.
create or replace function internal.find_session(token_hash bytea)
  returns table (session_id uuid, company_id uuid, store_ids uuid[], staff_id uuid, full_name text,
    permissions text[], is_limited boolean)
language sql stable rows 1
set search_path = ''
begin atomic
  select s.id, t.company_id,
    case when l.is_limited then '{}'
      else array(select st.id from app.stores st
        where st.company_id = t.company_id and not (st.is_test and st.status = 'closed')) end,
    t.id, t.full_name,
    case when l.is_limited then '{}' else internal.permissions_of(t) end,
    l.is_limited
  from app.staff_sessions s
  join app.staff t on t.id = s.staff_id
  join app.companies c on c.id = t.company_id
  cross join lateral (
    select t.password_expires_at is not null
      or internal.must_set_up_two_factor(t.id, c.requires_two_factor and s.passkey_id is null)
  ) as l (is_limited)
  where s.token_hash = find_session.token_hash and s.revoked_at is null and s.expires_at > internal.now()
    and t.status = 'active' and c.status = 'active';
end;

--! owner: haat_gatekeeper
-- Finds a staff session that is good now, with what its transactions need.
-- Takes: the SHA-256 of the session token.
-- Gives: at most one row.
--
-- Only the gatekeeper may read session hashes: no tenant is known yet when this runs.
create or replace function internal.find_session(token_hash bytea)
  returns table (session_id uuid, company_id uuid, store_ids uuid[], staff_id uuid, full_name text, permissions text[])
language sql stable
set search_path = ''
begin atomic
  select s.id, t.company_id,
    -- Until they have replaced a one-time password, people see no store and hold no permission.
    case when t.password_expires_at is null
      then array(select st.id from app.stores st where st.company_id = t.company_id)
      else '{}' end,
    t.id, t.full_name,
    case
      when t.password_expires_at is not null then '{}'
      when t.role = 'owner' then '{developer.manage,orders.manage,catalog.manage,inventory.manage,payments.manage,'
        'staff.manage,settings.manage}'
      else t.permissions end
  from app.staff_sessions s
  join app.staff t on t.id = s.staff_id
  join app.companies c on c.id = t.company_id
  where s.token_hash = find_session.token_hash and s.revoked_at is null and s.expires_at > internal.now()
    and t.status = 'active' and c.status = 'active';
end;

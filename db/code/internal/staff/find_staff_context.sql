--! owner: haat_gatekeeper
-- Gives the settings that put a transaction inside the fence of a signed-in staff member.
-- Takes: the SHA-256 of the session token and the request id.
-- Gives: {setting: value}, or null when the session is not good or no longer good.
--
-- Called once a request by the staff server, before the tenant is known; only the gatekeeper may read session hashes.
create or replace function internal.find_staff_context(token_hash bytea, request_id text) returns json
language sql stable security definer
set search_path = ''
begin atomic
  select json_build_object(
    'haat.company_id', t.company_id::text,
    -- Until they have replaced a one-time password, people see no store and hold no permission.
    'haat.store_ids', case
      when t.password_expires_at is null
        then array(select st.id from app.stores st where st.company_id = t.company_id)
      else '{}' end::text,
    'haat.key_store_id', '',
    'haat.actor_type', 'staff',
    'haat.actor_id', t.id::text,
    'haat.actor_name', t.full_name,
    'haat.permissions', case
      when t.password_expires_at is not null then '{}'
      when t.role = 'owner' then '{developer.manage,orders.manage,catalog.manage,inventory.manage,payments.manage,'
        'staff.manage,settings.manage}'
      else t.permissions::text end,
    'haat.session_id', s.id::text,
    'haat.request_id', coalesce(find_staff_context.request_id, ''))
  from app.staff_sessions s
  join app.staff t on t.id = s.staff_id
  join app.companies c on c.id = t.company_id
  where s.token_hash = find_staff_context.token_hash and s.revoked_at is null and s.expires_at > internal.now()
    and t.status = 'active' and c.status = 'active';
end;
grant execute on function internal.find_staff_context(bytea, text) to haat_staff_gateway;

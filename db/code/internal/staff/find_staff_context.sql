--! owner: haat_gatekeeper
-- Tells the staff server who presents a session, and gives the settings of this request's transactions.
-- Takes: the SHA-256 of the session token and the request id.
-- Gives: {setting: value}, or null when the session is not good or no longer good.
-- Raises: nothing.
--
-- What the database believes of them is haat.session alone, and that it looks up (internal.proven_setting). Company
-- and permissions are for the server: its log, and what it asks the network for.
create or replace function internal.find_staff_context(token_hash bytea, request_id text) returns json
language sql stable security definer
set search_path = ''
begin atomic
  select json_build_object(
    'haat.session', encode(find_staff_context.token_hash, 'hex'),
    'haat.company_id', s.company_id::text,
    'haat.permissions', s.permissions::text,
    'haat.request_id', coalesce(find_staff_context.request_id, ''))
  from internal.find_session(find_staff_context.token_hash) s;
end;
grant execute on function internal.find_staff_context(bytea, text) to haat_staff_gateway;

--! owner: haat_gatekeeper
-- Tells the staff server who presents a session, and gives the settings of this request's transactions. Notes that the
-- session was seen, at most every quarter of an hour.
-- Takes: the SHA-256 of the session token and the request id.
-- Gives: {setting: value}, or null when the session is not good or no longer good.
-- Raises: HT019 (the company has gone to another database).
--
-- What the database believes of them is haat.session alone, and that it looks up (internal.proven_setting). Company
-- and permissions are for the server: its log, and what it asks the network for. A server that takes no writes at the
-- moment still shows what it has.
create or replace function internal.find_staff_context(token_hash bytea, request_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_session record;
begin
  select * into v_session from internal.find_session(find_staff_context.token_hash);
  if not found then
    return null;
  elsif internal.has_moved(v_session.company_id) then
    perform internal.fail('HT019', 'companyMoved', retry_after => 1);
  end if;
  if current_setting('transaction_read_only') = 'off' then
    update app.staff_sessions s set last_seen_at = v_now
      where s.id = v_session.session_id
        and (s.last_seen_at is null or s.last_seen_at < v_now - interval '15 minutes');
  end if;
  return json_build_object(
    'haat.session', encode(find_staff_context.token_hash, 'hex'),
    'haat.company_id', v_session.company_id::text,
    'haat.permissions', v_session.permissions::text,
    'haat.request_id', coalesce(find_staff_context.request_id, ''));
end
$$;
grant execute on function internal.find_staff_context(bytea, text) to haat_staff_gateway;

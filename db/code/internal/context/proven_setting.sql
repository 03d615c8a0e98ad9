--! owner: haat_gatekeeper
-- Gives a setting of the context when this transaction was put into it by one of our own functions, or null.
-- Raises: HT015 (the session in haat.session is not good or no longer good).
-- see: guides/inside#who-acts
--
-- Two things are believed: the proof that internal.set_context wrote in this very transaction, and the session that
-- haat.session names by the SHA-256 of its token. The staff server sends only the latter; the first question of a
-- transaction looks the session up and sets everything else anew. A context of a session is looked up again after five
-- seconds, so a long transaction does not outlive a sign-out or keep a permission that was taken away.
-- While internal.hold_context holds the settings, its number is what is compared: no statement of the login runs then.
-- A login that may take on the gatekeeper's role, an administrator, may look everywhere anyway and needs no proof;
-- where the staff server logs in as one, it is the session that says who acts.
create or replace function internal.proven_setting(name text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_proof constant text := coalesce(current_setting('haat.proof', true), '');
  v_has_session boolean;
  v_is_proven boolean;
  v_session record;
begin
  -- A number that is made up is compared with what only this session knows, or with nothing, which is an error.
  if starts_with(v_proof, 'held ') and v_proof = 'held ' || currval('internal.context_holds') then
    return nullif(current_setting(proven_setting.name, true), '');
  end if;
  v_has_session := coalesce(current_setting('haat.session', true), '') <> '';
  if not v_has_session and pg_has_role(session_user, 'haat_gatekeeper', 'set') then
    return nullif(current_setting(proven_setting.name, true), '');
  end if;
  v_is_proven := v_proof = internal.context_proof();
  if v_is_proven and current_setting('haat.proven_until') <> '' then
    v_is_proven := current_setting('haat.proven_until')::numeric > extract(epoch from internal.now());
  end if;
  if not v_is_proven then
    if not v_has_session then
      return null;
    end if;
    select * into v_session from internal.find_session(case
      when current_setting('haat.session') ~ '^[0-9a-f]{64}$' then decode(current_setting('haat.session'), 'hex') end);
    if not found then
      perform internal.fail('HT015', 'signedOut');
    end if;
    perform internal.set_context(v_session.company_id, v_session.store_ids, 'staff', v_session.staff_id,
      v_session.full_name, v_session.permissions, v_session.session_id, good_seconds => 5,
      -- Under whose name Idempotency-Keys are kept: the member's, in whatever session.
      lineage_id => v_session.staff_id, is_limited => v_session.is_limited);
  end if;
  return nullif(current_setting(proven_setting.name, true), '');
end
$$;
grant execute on function internal.proven_setting(text)
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_owner;

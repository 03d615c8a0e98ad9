--! owner: haat_gatekeeper
-- Gives a setting of the context when this transaction was put into it by one of our own functions, or null.
-- Raises: HT015 (the session in haat.session is not good or no longer good).
-- spec: Tenant fence
--
-- Two things are believed: the proof that internal.set_context wrote in this very transaction, and the session that
-- haat.session names by the SHA-256 of its token. The staff server sends only the latter; the first question of a
-- transaction looks the session up and sets everything else anew. A context of a session is looked up again after five
-- seconds, so a long transaction does not outlive a sign-out or keep a permission that was taken away.
create or replace function internal.proven_setting(name text) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_is_proven boolean := coalesce(current_setting('haat.proof', true), '') = internal.context_proof();
begin
  if v_is_proven and current_setting('haat.proven_until') <> '' then
    v_is_proven := current_setting('haat.proven_until')::numeric > extract(epoch from internal.now());
  end if;
  if not v_is_proven then
    if coalesce(current_setting('haat.session', true), '') = '' then
      return null;
    end if;
    perform internal.enter_session(current_setting('haat.session'));
  end if;
  return nullif(current_setting(proven_setting.name, true), '');
end
$$;
grant execute on function internal.proven_setting(text)
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba, haat_owner;

-- Gives a setting that says who acts here (haat.company_id, haat.permissions and the like), or null when nobody does.
-- spec: Tenant fence
--
-- Every login can write every setting named haat.*, so none of them is believed without a proof. Two kinds of session
-- need none, so that the path of a request stays inlined. haat_gateway can run only functions that set all of these
-- settings anew from a key (gate.enter) before they read one; test/sql/thief.test.ts checks that. And whoever may take
-- on the gatekeeper's role, an administrator, may look everywhere anyway; where the staff server logs in as one, it is
-- the session that says who acts.
create or replace function internal.context_setting(name text) returns text
language sql stable
return case
  when session_user = 'haat_gateway'
    or pg_catalog.pg_has_role(session_user, 'haat_gatekeeper', 'set')
      and coalesce(pg_catalog.current_setting('haat.session', true), '') = ''
    then nullif(pg_catalog.current_setting(context_setting.name, true), '')
  else internal.proven_setting(context_setting.name) end;
grant execute on function internal.context_setting(text)
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba;

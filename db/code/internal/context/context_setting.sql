-- Gives a setting that says who acts here (haat.company_id, haat.permissions and the like), or null without an actor.
-- see: guides/inside#who-acts
--
-- Every login can write every setting named haat.*, so none of them is believed without a proof. One kind of session
-- needs none: haat_gateway can run only functions that set all of these settings anew from a key (gate.enter) before
-- they read one; test/sql/stolen_logins.test.ts checks that. For all others internal.proven_setting decides.
-- It is used in the policy of every table, several times a statement, and Postgres prepares each copy before it runs
-- the statement: what the path of a request does not need is therefore in the other function.
create or replace function internal.context_setting(name text) returns text
language sql stable
return case
  when session_user = 'haat_gateway' then nullif(pg_catalog.current_setting(context_setting.name, true), '')
  else internal.proven_setting(context_setting.name) end;
grant execute on function internal.context_setting(text)
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba;

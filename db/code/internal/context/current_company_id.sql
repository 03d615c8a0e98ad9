-- Gives the company of the current request, or null when none is set: then nothing is visible.
-- spec: Tenant fence
--
-- Written as a SQL-standard body so that it is inlined into policies. Staff who have to choose a password or set up
-- two-factor sign-in first see no row of the company themselves; the few procedures for that run as the owner.
create or replace function internal.current_company_id() returns uuid
language sql stable
return case
  when current_user = 'haat_staff' and internal.context_setting('haat.is_limited') is not null then null
  else internal.context_setting('haat.company_id')::uuid end;
grant execute on function internal.current_company_id()
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba;

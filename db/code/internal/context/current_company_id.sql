-- Gives the company of the current request, or null when none is set: then nothing is visible.
-- see: guides/inside#who-acts
--
-- Written as a SQL-standard body so that it is inlined into policies.
create or replace function internal.current_company_id() returns uuid
language sql stable
return case
  when current_user = 'haat_staff' then internal.staff_company_id()
  else internal.context_setting('haat.company_id')::uuid end;
grant execute on function internal.current_company_id()
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba;

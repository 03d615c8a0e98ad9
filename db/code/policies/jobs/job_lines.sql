call internal.install_fence('app.job_lines', 'store');
-- What is to be done is read by the gatekeeper alone, to run it.
grant select (
  company_id, store_id, job_id, line, sqlstate, message, meaning, fields, "constraint", result, ended_at
) on app.job_lines to haat_api;
grant select (
  company_id, store_id, job_id, line, sqlstate, message, "constraint", ended_at
) on app.job_lines to haat_dba;
grant select, delete on app.job_lines to haat_gatekeeper;

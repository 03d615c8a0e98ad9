-- Stops an import: what was taken in stays.
-- Takes: its job.
-- Raises: HT014 (permission), HT100 (no such import).
create or replace function internal.cancel_import(job_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_import app.imports;
begin
  select * into v_import from app.imports i where i.job_id = cancel_import.job_id;
  if v_import.job_id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "import"}');
  end if;
  perform internal.require_import(v_import.store_id, v_import.kind);
  perform internal.cancel_job(v_import.job_id);
end
$$;
grant execute on function internal.cancel_import(uuid) to haat_staff;

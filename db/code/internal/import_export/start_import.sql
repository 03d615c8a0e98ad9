-- Begins a job that takes in a file of another shop: internal.add_import_lines and internal.queue_import follow.
-- Takes: the store; products, customers or orders; whose columns the file has, and its name; where they are of no shop
-- that is known, by field the heading of its column.
-- Gives: the job.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (kind).
create or replace function internal.start_import(store_id uuid, kind text, source text, file_name text,
  columns jsonb default null) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_job_id uuid;
begin
  perform internal.require_import(start_import.store_id, start_import.kind);
  v_job_id := internal.open_job(start_import.store_id, 'import_' || rtrim(start_import.kind, 's'),
    is_internal => true);
  insert into app.imports (job_id, company_id, store_id, kind, source, file_name, columns)
  values (v_job_id, internal.current_company_id(), start_import.store_id, start_import.kind, start_import.source,
    left(coalesce(nullif(btrim(start_import.file_name), ''), start_import.kind || '.csv'), 200),
    start_import.columns);
  return v_job_id;
end
$$;
grant execute on function internal.start_import(uuid, text, text, text, jsonb) to haat_staff;

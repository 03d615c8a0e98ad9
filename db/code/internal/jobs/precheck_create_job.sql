-- Opens a job before its lines are read, unless create_job would refuse it in any case.
-- Takes: {store_id?, operation, on_error, scopes}; the API process says which scopes the operation needs.
-- Gives: {id} of the job, which receives lines now.
-- Raises, in this order, HT008 and HT100 for store_id, HT004 (a scope of the operation), HT012 (no line is left).
create or replace function internal.precheck_create_job(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_scopes constant text[] := array(select jsonb_array_elements_text(input -> 'scopes'));
  v_scope text;
begin
  foreach v_scope in array v_scopes loop
    perform internal.require_scope(v_scope, format('%s needs', input ->> 'operation'));
  end loop;
  perform internal.count_job_lines(0);
  return json_build_object('id', internal.open_job(v_store_id, input ->> 'operation', v_scopes, input ->> 'on_error'));
end
$$;
grant execute on function internal.precheck_create_job(jsonb) to haat_api;

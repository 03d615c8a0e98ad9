-- Gives a job with what became of some of its lines (GET /jobs/{id}).
-- Takes: {id, store_id?, results, results_after}: none, refused or all, 25 from the line after that one.
-- Gives: {job, operation, results}, of which the API process makes the answer.
-- Raises: HT100 (store_id, id).
create or replace function api.get_job(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_job constant app.jobs := internal.find_job(input);
begin
  return json_build_object(
    'job', (select d.document from internal.job_documents(array[v_job.id]) d),
    'operation', v_job.operation,
    'results', internal.job_results(v_job.id, (input ->> 'results_after')::integer, input ->> 'results' = 'refused',
      case when input ->> 'results' = 'none' then 0 else 25 end));
end
$$;
grant execute on function api.get_job(jsonb) to haat_api;

-- Gives what became of the lines of a job, a batch at a time (GET /jobs/{id}/results).
-- Takes: {id, store_id?, starting_after, refused_only}.
-- Gives: {operation, results, next}: the line after which the next batch begins, or null. The API process streams
-- them.
-- Raises: HT100 (store_id, id).
create or replace function api.list_job_results(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_most constant integer := 500;
  v_job constant app.jobs := internal.find_job(input);
  v_results constant json := internal.job_results(v_job.id, (input ->> 'starting_after')::integer,
    (input ->> 'refused_only')::boolean, v_most);
begin
  return json_build_object(
    'operation', v_job.operation,
    'results', v_results,
    'next', case when json_array_length(v_results) = v_most then v_results -> (v_most - 1) -> 'line' end);
end
$$;
grant execute on function api.list_job_results(jsonb) to haat_api;

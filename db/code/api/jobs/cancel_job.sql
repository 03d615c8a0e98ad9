-- Cancels a job (POST /jobs/{id}/cancel). What its lines have done stays; the others do not run.
-- Takes: {id, store_id?}.
-- Gives: the job. One that has ended is given as it is: cancelling it again changes nothing.
-- Raises: HT008 and HT100 for store_id, HT100 (id).
create or replace function api.cancel_job(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_job constant app.jobs := internal.find_job(input || jsonb_build_object('store_id', v_store_id));
begin
  perform internal.cancel_job(v_job.id);
  return (select d.document from internal.job_documents(array[v_job.id]) d);
end
$$;
grant execute on function api.cancel_job(jsonb) to haat_api;

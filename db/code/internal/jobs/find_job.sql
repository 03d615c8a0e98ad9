-- Finds the job that an operation names, among those whose operation the key may call itself.
-- Takes: {id, store_id?}.
-- Gives: its row.
-- Raises: HT100 (store_id, id).
create or replace function internal.find_job(input jsonb) returns app.jobs
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_job app.jobs;
begin
  select * into v_job from app.jobs j
    where j.id = (input ->> 'id')::uuid and (v_store_id is null or j.store_id = v_store_id)
      and j.status <> 'receiving' and not j.is_internal and internal.holds_scopes(j.scopes);
  if v_job.id is null then
    perform internal.fail('HT100', 'jobGone');
  end if;
  return v_job;
end
$$;
grant execute on function internal.find_job(jsonb) to haat_api;

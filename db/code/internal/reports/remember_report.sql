-- Keeps the answer of a report for five minutes.
-- Takes: the operation, the store, the resolved parameters and the answer.
-- see: guides/limits#requests
create or replace function internal.remember_report(operation text, store_id uuid, parameters jsonb, document json)
  returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
begin
  -- A replica keeps nothing.
  if pg_is_in_recovery() then
    return;
  end if;
  insert into app.report_cache as c (company_id, store_id, operation, parameters, document, built_at)
  values (internal.current_company_id(), remember_report.store_id, remember_report.operation,
    remember_report.parameters, remember_report.document::text, v_now)
  on conflict on constraint report_cache_pkey do update
    set document = excluded.document, built_at = excluded.built_at;
  -- Every write removes the store's old rows. Rows that another call has locked are left to it, so no call waits here.
  delete from app.report_cache c using (
    select t.operation, t.parameters from app.report_cache t
    where t.store_id = remember_report.store_id and t.built_at <= v_now - interval '5 minutes'
    for update skip locked
  ) old
  where c.store_id = remember_report.store_id and c.operation = old.operation and c.parameters = old.parameters;
end
$$;
grant execute on function internal.remember_report(text, uuid, jsonb, json) to haat_api;

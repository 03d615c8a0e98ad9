-- What the entries of list_activity stand for that are one of many, by the id of the entry: of_id, the job or test
-- store; for a test store its name; of an import the kind and the file name, of another job the operation, and how
-- many lines were done (a job is kept 30 days after its end).
-- Needs activity.read.
-- Raises: HT014 (permission).
create or replace function staff.folds_of_activity(entry_ids uuid[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_test_stores constant uuid[] := array(select s.id from app.stores s where s.is_test);
begin
  perform internal.require_permission('activity.read');
  return (
    select coalesce(jsonb_object_agg(e.id, jsonb_strip_nulls(jsonb_build_object('of_id', e.of_id,
      'store', (select s.name from app.stores s where s.id = e.of_id),
      'kind', i.kind, 'file_name', i.file_name, 'operation', j.operation, 'done', j.succeeded_count))), '{}')
    from (
      select l.id, internal.activity_fold(l.request_id, l.store_id, v_test_stores)::uuid as of_id
      from internal.readable_activity_log l
      where l.id = any (folds_of_activity.entry_ids)
    ) e
    left join app.jobs j on j.id = e.of_id
    left join app.imports i on i.job_id = e.of_id
    where e.of_id is not null);
end
$$;
grant execute on function staff.folds_of_activity(uuid[]) to haat_staff;

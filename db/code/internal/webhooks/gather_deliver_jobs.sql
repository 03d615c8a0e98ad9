-- Takes: waiting webhook__deliver jobs off the queue, up to 1,000, and gives the endpoints that they name.
--
-- Each change writes its own job, since changes that shared one would wait for each other. A flood of them says little
-- more than its first; whoever runs one takes the others along, so that a backlog costs one job in a thousand.
create or replace function internal.gather_deliver_jobs() returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with gathered as (
    delete from graphile_worker._private_jobs j
    where j.id = any (array(
      select x.id from graphile_worker._private_jobs x
      where x.is_available and x.job_queue_id is null and x.run_at <= now()
        and x.task_id = (select t.id from graphile_worker._private_tasks t where t.identifier = 'webhook__deliver')
      order by x.priority, x.run_at
      limit 1000
      for update skip locked))
    returning j.payload
  )
  select array_agg(distinct e.id::uuid) into v_ids
    from gathered g, json_array_elements_text(g.payload -> 'endpoint_ids') as e (id);
  return coalesce(v_ids, '{}');
end
$$;
grant execute on function internal.gather_deliver_jobs() to haat_worker;

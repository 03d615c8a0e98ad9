-- Removes a worker process that has stopped from the list of living ones, and frees what it still held in the queue.
create or replace function internal.forget_worker(worker_id text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from internal.workers w where w.id = worker_id;
  -- Nothing after a stop in good order. One that lost Postgres could not record the end of its jobs.
  perform internal.free_workers(array[worker_id]);
end
$$;
grant execute on function internal.forget_worker(text) to haat_worker;

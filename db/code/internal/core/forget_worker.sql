-- Removes a worker process that has stopped in good order from the list of living ones.
create or replace function internal.forget_worker(worker_id text) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from internal.workers w where w.id = worker_id;
end;
grant execute on function internal.forget_worker(text) to haat_worker;

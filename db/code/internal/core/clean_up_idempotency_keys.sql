--! owner: haat_gatekeeper
-- Timer: removes stored answers older than 48 hours; gives how many.
-- Safe to run twice.
-- decisions: 4, 8
--
-- Twice what is promised: a client that retries a day later by its own clock still finds its answer.
create or replace function internal.clean_up_idempotency_keys() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count bigint;
begin
  delete from app.idempotency_keys k where k.created_at < internal.now() - interval '48 hours';
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
grant execute on function internal.clean_up_idempotency_keys() to haat_worker;

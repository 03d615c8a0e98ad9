--! owner: haat_gatekeeper
-- Removes stored answers older than 48 hours and gives how many. A timer; may be run twice.
-- see: guides/idempotency
--
-- Twice the promised time: a client that retries a day later by its own clock still finds its answer.
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

--! owner: haat_gatekeeper
-- Timer: removes rate windows that ended an hour ago; gives how many.
-- Safe to run twice.
-- decisions: 8
--
-- A key has one row a bucket, which its next call overwrites: only those of keys that call no more are left to remove.
create or replace function internal.clean_up_rate_windows() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count bigint;
begin
  delete from gate.rate_windows w where w.minute < floor(extract(epoch from internal.now()) / 60) - 60;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
grant execute on function internal.clean_up_rate_windows() to haat_worker;

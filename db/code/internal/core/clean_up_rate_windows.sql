--! owner: haat_gatekeeper
-- Removes rate windows that ended an hour ago and gives how many. A timer; may be run twice.
-- see: guides/inside#background-work
--
-- A key has one row a bucket, which its next call overwrites: only those of keys that no longer call are left to
-- remove.
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

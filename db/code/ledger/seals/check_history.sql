-- The order timelines, the activity log, the events and the journal are as they were sealed.
-- Takes: nothing, or which part of how many (ledger.checks.parts); and which share of how many
-- (ledger.verify_history).
create or replace function ledger.check_history(part integer default 1, parts integer default 1,
  share integer default null, shares integer default null)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language sql stable rows 1
set search_path = ''
as $$
  select null::uuid, null::uuid, concat_ws(' of ', 'seal ' || h.seal, h.log) || coalesce(', row ' || h.row_id, ''),
    h.problem, 'as sealed' || coalesce(' at ' || h.sealed_at, '')
  from ledger.verify_history(check_history.part, check_history.parts, check_history.share, check_history.shares) h
$$;
grant execute on function ledger.check_history(integer, integer, integer, integer) to haat_dba;

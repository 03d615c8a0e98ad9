-- The ledger is as it was sealed: the first row or seal of each company that is not.
-- Takes: nothing, or which part of how many (ledger.checks.parts); and which share of how many (ledger.verify_seals).
create or replace function ledger.check_seals(part integer default 1, parts integer default 1,
  share integer default null, shares integer default null)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language sql stable rows 1
set search_path = ''
as $$
  select s.company_id, null::uuid,
    concat_ws(', ', 'seal ' || s.seal, case when s.variant_id is not null
      then format('variant %s at location %s, sequence %s', s.variant_id, s.location_id, s.sequence) end),
    s.problem, 'as sealed' || coalesce(' at ' || s.sealed_at, '')
  from ledger.verify_seals(null, check_seals.part, check_seals.parts, check_seals.share, check_seals.shares) s
  union all
  select null, null, 'head of the seals of ' || h.chain, 'of no company', 'of a company that is there'
  from internal.seal_heads h
  where check_seals.part = 1 and h.chain not in ('history', 'archives', 'departures')
    and not exists (select from app.companies c where c.id::text = h.chain)
$$;
grant execute on function ledger.check_seals(integer, integer, integer, integer) to haat_dba;

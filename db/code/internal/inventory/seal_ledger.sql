--! owner: haat_gatekeeper
-- Seals the rows of the stock ledger that are not sealed yet, of every company. Run each hour by a timer; may be run
-- by hand at any time, twice or side by side.
-- Takes: how many rows of a company at most, so that a first run over a large ledger stays short. Call again for the
-- rest.
-- Gives: each new seal. Log it: a hash written down elsewhere proves that the seals themselves were not rewritten.
--
-- All seals of a run bear the time at which it began: what changed later is for the next look at changes
-- (internal.last_sealed_at). It reads under MVCC and writes only its own tables, so no writer waits for it. A company
-- that another run is sealing is left to that run, with those that share its lock.
create or replace function internal.seal_ledger(max_rows integer default 200000)
  returns table (company_id uuid, number bigint, row_count integer, hash text)
language plpgsql volatile security definer rows 10
set search_path = ''
as $$
declare
  v_start constant timestamptz := internal.now();
  v_seal app.ledger_seals;
begin
  for seal_ledger.company_id in select c.id from app.companies c order by c.id loop
    continue when not pg_try_advisory_xact_lock(internal.seal_lock(seal_ledger.company_id));
    v_seal := internal.seal_company_ledger(seal_ledger.company_id, max_rows, v_start);
    continue when v_seal.number is null;
    seal_ledger.number := v_seal.number;
    seal_ledger.row_count := v_seal.row_count;
    seal_ledger.hash := encode(v_seal.hash, 'hex');
    return next;
  end loop;
end
$$;
grant execute on function internal.seal_ledger(integer) to haat_worker, haat_owner;

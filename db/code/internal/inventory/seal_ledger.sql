--! owner: haat_gatekeeper
-- Takes: how many rows a company at most.
-- Seals the ledger rows not sealed yet.
-- Gives: each new seal.
-- A timer's, and safe to run twice.
--
-- Seals what stands in the stock ledger and is not sealed yet. Run each hour by a timer; may be run by hand at any time,
-- twice or side by side: a company that another run is sealing is left to it. It reads under MVCC and writes only its own
-- tables, so no writer waits for it. Owned by the gatekeeper: it works for every company.
-- At most max_rows a company and call, so that a first run over an old ledger stays short; call again for the rest.
-- Log what it returns: a hash written down elsewhere is what proves that the seals themselves were not rewritten.
create or replace function internal.seal_ledger(max_rows integer default 200000) returns table (company_id uuid, number bigint, row_count integer, hash text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_previous app.ledger_seals;
  v_hash bytea;
  v_upto timestamptz;
begin
  for seal_ledger.company_id in select c.id from app.companies c order by c.id loop
    continue when not pg_try_advisory_xact_lock(hashtextextended('seal ' || seal_ledger.company_id::text, 0));
    -- Inside the loop each statement sees what other runs have committed before we got the lock.
    select s.* into v_previous from app.ledger_seals s where s.company_id = seal_ledger.company_id order by s.number desc limit 1;
    seal_ledger.number := coalesce(v_previous.number, 0) + 1;
    with pending as (
      select l.variant_id, l.location_id, coalesce(k.last_sequence, 0) as sealed_sequence, l.last_sequence,
        sum(l.last_sequence - coalesce(k.last_sequence, 0)) over (order by l.variant_id, l.location_id) as rows_so_far
      from app.inventory_levels l
      left join lateral (
        select g.last_sequence from app.ledger_seal_segments g
        where g.variant_id = l.variant_id and g.location_id = l.location_id order by g.last_sequence desc limit 1
      ) k on true
      where l.company_id = seal_ledger.company_id and l.last_sequence > coalesce(k.last_sequence, 0)
    ), chosen as (
      -- The level that would pass the limit is sealed in part.
      select p.variant_id, p.location_id, p.sealed_sequence, p.last_sequence - greatest(0, p.rows_so_far - max_rows) as last_sequence
      from pending p
      where p.rows_so_far - (p.last_sequence - p.sealed_sequence) < max_rows
    ), sealed as (
      insert into app.ledger_seal_segments (company_id, number, variant_id, location_id, first_sequence, last_sequence, digest, row_prints)
      select seal_ledger.company_id, seal_ledger.number, c.variant_id, c.location_id, min(m.sequence), max(m.sequence),
        sha256(string_agg(m.digest, ''::bytea order by m.sequence)), string_agg(substr(m.digest, 1, 8), ''::bytea order by m.sequence)
      from chosen c
      cross join lateral (
        select t.sequence, internal.movement_digest(t) as digest from app.stock_movements t
        where t.variant_id = c.variant_id and t.location_id = c.location_id and t.sequence > c.sealed_sequence and t.sequence <= c.last_sequence
      ) m
      group by c.variant_id, c.location_id, c.sealed_sequence
      -- A hole in the sequence is the audit's to report; such a level waits unsealed.
      having min(m.sequence) = c.sealed_sequence + 1 and count(*) = max(m.sequence) - c.sealed_sequence
      returning variant_id, location_id, first_sequence, last_sequence
    )
    select sum(s.last_sequence - s.first_sequence + 1)::integer, max(m.created_at) into seal_ledger.row_count, v_upto
      from sealed s
      join app.stock_movements m on m.variant_id = s.variant_id and m.location_id = s.location_id and m.sequence = s.last_sequence;
    continue when seal_ledger.row_count is null;
    v_hash := internal.seal_hash(seal_ledger.company_id, seal_ledger.number, seal_ledger.row_count, v_upto, coalesce(v_previous.hash, sha256('')));
    insert into app.ledger_seals (company_id, number, row_count, upto, previous_hash, hash, sealed_at)
    values (seal_ledger.company_id, seal_ledger.number, seal_ledger.row_count, v_upto, coalesce(v_previous.hash, sha256('')), v_hash, internal.now());
    seal_ledger.hash := encode(v_hash, 'hex');
    return next;
  end loop;
end
$$;
grant execute on function internal.seal_ledger(integer) to haat_worker, haat_owner;

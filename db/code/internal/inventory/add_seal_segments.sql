--! owner: haat_gatekeeper
-- Writes the segments of a new seal: for each inventory level the ledger rows that are not sealed yet.
-- Takes: a company, the number of its seal and how many ledger rows at most.
-- Gives: how many rows they cover and the time of the newest; null when there are none.
create or replace function internal.add_seal_segments(
  company_id uuid,
  number bigint,
  max_rows integer,
  out row_count integer,
  out upto timestamptz)
language plpgsql volatile
set search_path = ''
as $$
begin
  with pending as (
    select
      l.variant_id, l.location_id, coalesce(k.last_sequence, 0) as sealed_sequence, l.last_sequence,
      sum(l.last_sequence - coalesce(k.last_sequence, 0)) over (order by l.variant_id, l.location_id) as rows_so_far
    from app.inventory_levels l
    left join lateral (
      select g.last_sequence
      from app.ledger_seal_segments g
      where g.variant_id = l.variant_id and g.location_id = l.location_id
      order by g.last_sequence desc
      limit 1
    ) k on true
    where l.company_id = add_seal_segments.company_id and l.last_sequence > coalesce(k.last_sequence, 0)
  ), chosen as (
    -- The level that would pass the limit is sealed in part.
    select
      p.variant_id, p.location_id, p.sealed_sequence,
      p.last_sequence - greatest(0, p.rows_so_far - max_rows) as last_sequence
    from pending p
    where p.rows_so_far - (p.last_sequence - p.sealed_sequence) < max_rows
  ), sealed as (
    insert into app.ledger_seal_segments (
      company_id, number, variant_id, location_id, first_sequence, last_sequence, digest, row_prints)
    select
      add_seal_segments.company_id, add_seal_segments.number, c.variant_id, c.location_id,
      min(m.sequence), max(m.sequence),
      sha256(string_agg(m.digest, ''::bytea order by m.sequence)),
      string_agg(substr(m.digest, 1, 8), ''::bytea order by m.sequence)
    from chosen c
    cross join lateral (
      select t.sequence, internal.movement_digest(t) as digest
      from app.stock_movements t
      where t.variant_id = c.variant_id
        and t.location_id = c.location_id
        and t.sequence > c.sealed_sequence
        and t.sequence <= c.last_sequence
    ) m
    group by c.variant_id, c.location_id, c.sealed_sequence
    -- A hole in the sequence is for the audit to report; such a level stays unsealed.
    having min(m.sequence) = c.sealed_sequence + 1 and count(*) = max(m.sequence) - c.sealed_sequence
    returning variant_id, location_id, first_sequence, last_sequence
  )
  select sum(s.last_sequence - s.first_sequence + 1)::integer, max(m.created_at)
    into add_seal_segments.row_count, add_seal_segments.upto
    from sealed s
    join app.stock_movements m
      on m.variant_id = s.variant_id and m.location_id = s.location_id and m.sequence = s.last_sequence;
end
$$;

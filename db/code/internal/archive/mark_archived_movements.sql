--! owner: haat_gatekeeper
-- Notes of each sealed segment which of its movements leave, and what they held in sum.
-- Takes: the ids of the movements that leave.
create or replace function internal.mark_archived_movements(movement_ids uuid[]) returns void
language sql volatile
set search_path = ''
begin atomic
  insert into internal.archived_movements as a (variant_id, location_id, first_sequence, positions, reserved_change)
  select k.variant_id, k.location_id, k.first_sequence, p.positions, k.reserved_change
  from (
    select g.variant_id, g.location_id, g.first_sequence, g.last_sequence, array_agg(m.sequence) as sequences,
      sum(m.reserved_change)::integer as reserved_change
    from app.stock_movements m
    cross join lateral (
      select s.variant_id, s.location_id, s.first_sequence, s.last_sequence
      from app.ledger_seal_segments s
      where s.variant_id = m.variant_id and s.location_id = m.location_id and s.last_sequence >= m.sequence
      order by s.last_sequence limit 1
    ) g
    where m.id = any (movement_ids)
    group by g.variant_id, g.location_id, g.first_sequence, g.last_sequence
  ) k
  cross join lateral (
    select string_agg(case when n = any (k.sequences) then '1' else '0' end, '' order by n)::bit varying as positions
    from generate_series(k.first_sequence, k.last_sequence) n
  ) p
  order by k.variant_id, k.location_id, k.first_sequence
  on conflict (variant_id, location_id, first_sequence) do update
    set positions = a.positions | excluded.positions, reserved_change = a.reserved_change + excluded.reserved_change;
end;

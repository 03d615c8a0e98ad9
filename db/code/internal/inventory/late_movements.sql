-- Gives the first movement of a company that is not sealed although the timer of the seals ran two hours and more
-- after it was made; no row where there is none.
--
-- By its id, whose time no business clock moves, and by the timer's own record: a service that was off has sealed
-- nothing, and then the timer has not run either. A run that left rows for the next one says nothing.
create or replace function internal.late_movements(company_id uuid)
  returns table (variant_id uuid, location_id uuid, sequence bigint)
language sql stable rows 1
set search_path = ''
begin atomic
  select m.variant_id, m.location_id, m.sequence
  from internal.timer_runs r
  join app.inventory_levels l on l.company_id = late_movements.company_id
  left join lateral (
    select g.last_sequence from app.ledger_seal_segments g
    where g.variant_id = l.variant_id and g.location_id = l.location_id
    order by g.last_sequence desc limit 1
  ) k on true
  join app.stock_movements m on m.variant_id = l.variant_id and m.location_id = l.location_id
    and m.sequence = coalesce(k.last_sequence, 0) + 1
  where r.name = 'seal_ledger' and m.id < internal.id_floor(r.finished_at - interval '2 hours')
    and not exists (
      select from app.ledger_seals s where s.company_id = late_movements.company_id and s.row_count > 100000
        and s.sealed_at > r.finished_at - interval '2 hours')
  order by m.id limit 1;
end;
grant execute on function internal.late_movements(uuid) to haat_dba;

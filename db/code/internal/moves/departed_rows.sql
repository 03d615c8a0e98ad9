-- Gives which rows of each seal are not here, since their companies moved to another database and the old copy was
-- removed; a company that came back has brought its rows again.
-- Gives: the seal, and a bit for each of its rows, in the order of ids: 1 for one that left.
create or replace function internal.departed_rows() returns table (seal bigint, positions bit varying)
language sql stable rows 100
begin atomic
  select u.seal, bit_or(u.positions::"bit")::bit varying
  from (
    select distinct on (d.company_id) d.kind, d.seals, d.positions
    from internal.departures d order by d.company_id, d.number desc
  ) l
  cross join lateral unnest(l.seals, l.positions) as u (seal, positions)
  where l.kind = 'left'
  group by u.seal;
end;
grant execute on function internal.departed_rows() to haat_gatekeeper, haat_dba;

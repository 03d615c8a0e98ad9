-- Finds the first segment of a company's seals whose rows are not what was sealed, and the first of these rows.
-- Takes: the company; the first seal that is broken itself, null for none: only those before it are looked at; and
-- which share of how many, by seals (ledger.verify_seals).
-- Gives: what is wrong with the row; no row when all are as sealed.
--
-- Rows that were archived are not looked for (internal.archived_movements); their file tells of them.
create or replace function internal.find_broken_segment(company_id uuid, broken bigint, share integer, shares integer)
  returns table (number bigint, variant_id uuid, location_id uuid, sequence bigint, problem text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_segment record;
begin
  select k.number, k.variant_id, k.location_id, k.first_sequence, k.last_sequence, k.row_prints, a.positions
    into v_segment
    from app.ledger_seals s
    join app.ledger_seal_segments k on k.company_id = s.company_id and k.number = s.number
    left join internal.archived_movements a on a.variant_id = k.variant_id and a.location_id = k.location_id
      and a.first_sequence = k.first_sequence and length(a.positions) = k.last_sequence - k.first_sequence + 1
    cross join lateral (
      select sha256(string_agg(r.digest, ''::bytea order by r.sequence)) as digest,
        string_agg(substr(r.digest, 1, 8), ''::bytea order by r.sequence) as prints
      from (
        select m.sequence, internal.movement_digest(m) as digest
        from app.stock_movements m
        where m.variant_id = k.variant_id and m.location_id = k.location_id
          and m.sequence between k.first_sequence and k.last_sequence
      ) r
    ) x
    where s.company_id = find_broken_segment.company_id
      and s.number < coalesce(find_broken_segment.broken, 9223372036854775807)
      and internal.is_seal_audited(s.company_id::text, s.number, find_broken_segment.share, find_broken_segment.shares)
      -- Of what was archived there is no digest any more.
      and case when a.positions is null then x.digest is distinct from k.digest
        else coalesce(x.prints, '') <> internal.remaining_prints(k.row_prints, a.positions) end
    order by k.number, k.variant_id, k.location_id limit 1;
  return query
  select v_segment.number, v_segment.variant_id, v_segment.location_id, n,
    case when m.id is null then 'the row was removed' else 'the row was changed' end
  from generate_series(v_segment.first_sequence, v_segment.last_sequence) n
  cross join lateral (select (n - v_segment.first_sequence)::integer as place) p
  left join app.stock_movements m on m.variant_id = v_segment.variant_id
    and m.location_id = v_segment.location_id and m.sequence = n
  where case when get_bit(v_segment.positions, p.place) = 1 then m.id is not null
    else m.id is null
      or substr(internal.movement_digest(m), 1, 8) <> substr(v_segment.row_prints, 8 * p.place + 1, 8) end
  order by n limit 1;
  if not found and v_segment.number is not null then
    return query select v_segment.number, v_segment.variant_id, v_segment.location_id, null::bigint,
      'its rows are not those of the segment';
  end if;
end
$$;
grant execute on function internal.find_broken_segment(uuid, bigint, integer, integer) to haat_dba;

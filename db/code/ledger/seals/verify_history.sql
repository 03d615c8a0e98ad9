-- Takes: nothing, or which part of how many, by the numbers of the seals; and which share of how many of them: then
-- those that no audit has verified yet are too.
-- Gives: the rows of the order timelines, the activity log, the events and the journal that are not as they were
-- sealed, and the seals that are not as they were made; no row when all is as sealed.
--
-- Rows that were archived are not looked for (internal.archives); their file tells of them. Nor are those that left
-- with their company for another database (internal.departures).
-- An event goes when it is 30 days old by its id (internal.clean_up_webhooks): of a seal that begins with one that
-- old, only what is still there is compared.
create or replace function ledger.verify_history(part integer default 1, parts integer default 1,
  share integer default null, shares integer default null)
  returns table (seal bigint, log text, sealed_at timestamptz, row_id uuid, problem text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_seal record;
  v_prints bytea[];
begin
  return query
  select c.* from internal.broken_history_chain(verify_history.share, verify_history.shares) c
  where verify_history.part = 1;
  for v_seal in
    with departed as materialized (select d.* from internal.departed_rows() d)
    select h.number, h.log, h.company_id, h.after_id, h.first_id, h.upto_id, h.sealed_at, e.prints,
      length(e.prints) / 8 as count
    from internal.history_seals h
    left join internal.archives a on a.seal = h.number and a.log <> 'events'
    left join departed d on d.seal = h.number
    cross join lateral internal.remaining_prints(h.row_prints,
      coalesce(a.positions | d.positions, a.positions, d.positions)) as e (prints)
    cross join lateral (
      select sha256(coalesce(string_agg(r.digest, ''::bytea order by r.id), '')) as digest,
        coalesce(string_agg(substr(r.digest, 1, 8), ''::bytea order by r.id), '') as prints
      from internal.history_rows(h.log, h.after_id, h.upto_id, h.company_id, e.prints) r
    ) x
    -- Movements are compared level by level (ledger.verify_seals).
    where h.log <> 'stock_movements' and h.number % verify_history.parts = verify_history.part - 1
      and internal.is_seal_audited('history', h.number, verify_history.share, verify_history.shares)
      -- Of what was archived or left there is no digest any more.
      and case when a.seal is null and d.seal is null then x.digest <> h.digest else x.prints <> e.prints end
    order by h.number
  loop
    v_prints := array(select substr(v_seal.prints, 8 * n + 1, 8) from generate_series(0, v_seal.count - 1) n);
    return query
    with present as materialized (
      select r.id, substr(r.digest, 1, 8) as print, substr(r.digest, 1, 8) = any (v_prints) as is_sealed
      from internal.history_rows(v_seal.log, v_seal.after_id, v_seal.upto_id, v_seal.company_id,
        v_seal.prints) r
    )
    select v_seal.number, v_seal.log, v_seal.sealed_at, p.id, 'the row was changed, or added later'
    from present p where not p.is_sealed
    union all
    select v_seal.number, v_seal.log, v_seal.sealed_at, null, format('rows removed: %s', v_seal.count - k.count)
    from (select count(*) from present p) k
    where k.count < v_seal.count
      and not (v_seal.log = 'events'
        and v_seal.first_id < internal.id_floor(internal.now() - interval '30 days'));
  end loop;
end
$$;
grant execute on function ledger.verify_history(integer, integer, integer, integer) to haat_dba;

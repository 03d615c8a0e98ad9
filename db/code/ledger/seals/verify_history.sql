-- Takes: nothing, or which part of how many, by the numbers of the seals.
-- Gives: the rows of the order timelines, the activity log, the events and the journal that are not as they were
-- sealed, and the seals that are not as they were made; no row when all is as sealed.
--
-- An event goes when it is 30 days old by its id (internal.clean_up_webhooks): of a seal that begins with one that
-- old, only what is still there is compared.
create or replace function ledger.verify_history(part integer default 1, parts integer default 1)
  returns table (seal bigint, log text, sealed_at timestamptz, row_id uuid, problem text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_seal record;
  v_prints bytea[];
begin
  return query
  select c.expected_number, c.log, c.sealed_at, null::uuid,
    case when c.number <> c.expected_number then 'the seal is missing' else 'the seal was changed' end
  from (
    select h.number, h.log, h.sealed_at, row_number() over w as expected_number,
      h.previous_hash = coalesce(lag(h.hash) over w, sha256('')) and h.hash = internal.history_hash(h) as is_sound
    from internal.history_seals h
    window w as (order by h.number)
  ) c
  where verify_history.part = 1 and (c.number <> c.expected_number or not c.is_sound)
  order by c.number limit 1;
  -- A chain that lost its end is still a chain; its head tells, and rows that were sealed once and are not now.
  return query
  select coalesce(n.number + 1, 1), 'the logs', null::timestamptz, null::uuid,
    case when k.chain is null then 'its head in internal.seal_heads is missing'
      else 'the chain does not reach the seal that its head in internal.seal_heads tells of' end
  from (select max(h.number) as number from internal.history_seals h) n
  left join internal.seal_heads k on k.chain = 'history'
  where verify_history.part = 1 and (k.chain is not null or n.number is not null)
    and not exists (select from internal.history_seals h where h.number = k.number and h.hash = k.hash);
  return query
  select null::bigint, g.log, null::timestamptz, r.id, 'it is not sealed, and was made before ' || z.sealed_upto
  from internal.history_horizon z
  cross join unnest(array['order_timeline', 'activity_log', 'events', 'changes']) as g (log)
  cross join lateral (
    select h.id from internal.history_rows(g.log, coalesce((
      select s.upto_id from internal.history_seals s where s.log = g.log order by s.upto_id desc limit 1),
      '00000000-0000-0000-0000-000000000000'), internal.id_floor(z.sealed_upto)) h
    order by h.id limit 1) r
  where verify_history.part = 1;
  for v_seal in
    select h.* from internal.history_seals h
    cross join lateral (
      select sha256(coalesce(string_agg(r.digest, ''::bytea order by r.id), ''::bytea)) as digest
      from internal.history_rows(h.log, h.after_id, h.upto_id) r
    ) x
    where h.number % verify_history.parts = verify_history.part - 1 and x.digest <> h.digest
    order by h.number
  loop
    v_prints := array(select substr(v_seal.row_prints, 8 * n + 1, 8) from generate_series(0, v_seal.row_count - 1) n);
    return query
    with present as materialized (
      select r.id, substr(r.digest, 1, 8) as print, substr(r.digest, 1, 8) = any (v_prints) as is_sealed
      from internal.history_rows(v_seal.log, v_seal.after_id, v_seal.upto_id) r
    )
    select v_seal.number, v_seal.log, v_seal.sealed_at, p.id, 'the row was changed, or added later'
    from present p where not p.is_sealed
    union all
    select v_seal.number, v_seal.log, v_seal.sealed_at, null, format('rows removed: %s', v_seal.row_count - k.count)
    from (select count(*) from present p) k
    where k.count < v_seal.row_count
      and not (v_seal.log = 'events'
        and v_seal.first_id < internal.id_floor(internal.now() - interval '30 days'));
  end loop;
end
$$;
grant execute on function ledger.verify_history(integer, integer) to haat_dba;

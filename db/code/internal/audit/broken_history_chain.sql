-- Gives what is wrong with the chain of the seals of the histories: the first seal that does not follow from the one
-- before it or is not what its hash says, an end that was cut off, a seal that is not the one which an audit verified;
-- and the first row of each log that should be sealed and is not.
-- Takes: which share of how many of the seals are compared with their hashes, null for all.
create or replace function internal.broken_history_chain(share integer, shares integer)
  returns table (seal bigint, log text, sealed_at timestamptz, row_id uuid, problem text)
language sql stable rows 1
set search_path = ''
begin atomic
  (select c.expected_number, c.log, c.sealed_at, null::uuid,
    case when c.number <> c.expected_number then 'the seal is missing' else 'the seal was changed' end
  from (
    select h.number, h.log, h.sealed_at, row_number() over w as expected_number,
      h.previous_hash = coalesce(lag(h.hash) over w, sha256(''))
        and case when internal.is_seal_audited('history', h.number, broken_history_chain.share,
            broken_history_chain.shares)
          then h.hash = internal.history_hash(h) else true end as is_sound
    from internal.history_seals h
    window w as (order by h.number)
  ) c
  where c.number <> c.expected_number or not c.is_sound
  order by c.number limit 1)
  union all
  -- A chain that lost its end is still a chain; its head tells, and rows that were sealed once and are not now.
  select coalesce(n.number + 1, 1), 'the logs', null, null,
    case when k.chain is null then 'its head in internal.seal_heads is missing'
      else 'the chain does not reach the seal that its head in internal.seal_heads tells of' end
  from (select max(h.number) as number from internal.history_seals h) n
  left join internal.seal_heads k on k.chain = 'history'
  where (k.chain is not null or n.number is not null)
    and not exists (select from internal.history_seals h where h.number = k.number and h.hash = k.hash)
  union all
  select v.number, 'the logs', null, null, 'it is not the seal that an audit has verified'
  from internal.verified_seals v
  where broken_history_chain.share is not null and v.chain = 'history'
    and not exists (select from internal.history_seals h where h.number = v.number and h.hash = v.hash)
  union all
  select null, g.log, null, r.id, 'it is not sealed, and was made before ' || z.sealed_upto
  from internal.history_horizon z
  cross join unnest(array['order_timeline', 'activity_log', 'events', 'changes']) as g (log)
  cross join lateral (
    select h.id from internal.history_rows(g.log, coalesce((
      select s.upto_id from internal.history_seals s where s.log = g.log and s.company_id is null
      order by s.upto_id desc limit 1),
      '00000000-0000-0000-0000-000000000000'), internal.id_floor(z.sealed_upto)) h
    order by h.id limit 1) r;
end;
grant execute on function internal.broken_history_chain(integer, integer) to haat_dba;

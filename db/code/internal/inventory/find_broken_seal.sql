-- Finds the first seal of a company that does not follow from the one before it, does not match its segments, is not
-- there any more, or is not the one that an audit has verified (internal.verified_seals).
-- Takes: the company; and which share of how many of its seals are compared with their segments, null for all: then
-- those above the verified one are too.
-- Gives: its number and what is wrong; no row when the chain is whole.
create or replace function internal.find_broken_seal(company_id uuid, share integer, shares integer,
  out number bigint, out problem text)
  returns setof record
language sql stable rows 1
set search_path = ''
as $$
  select c.number, c.problem
  from (
    select t.expected_number as number,
      case when t.number is distinct from t.expected_number then 'the seal is missing' else 'the seal was changed' end
        as problem
    from (
      select s.*, row_number() over (order by s.number) as expected_number,
        coalesce(lag(s.hash) over (order by s.number), sha256('')) as expected_previous
      from app.ledger_seals s where s.company_id = find_broken_seal.company_id
      union all
      -- Segments whose seal is gone: the end of the chain was cut off.
      select s.*, (select count(*) + 1 from app.ledger_seals k where k.company_id = find_broken_seal.company_id), null
      from (select 1 from app.ledger_seal_segments k where k.company_id = find_broken_seal.company_id
              and k.number > (select coalesce(max(n.number), 0) from app.ledger_seals n
                where n.company_id = find_broken_seal.company_id) limit 1) cut
      left join app.ledger_seals s on false
    ) t
    where t.number is distinct from t.expected_number or t.previous_hash <> t.expected_previous
      or case when internal.is_seal_audited(t.company_id::text, t.number, find_broken_seal.share,
          find_broken_seal.shares)
        then t.hash <> internal.seal_hash(t.company_id, t.number, t.row_count, t.upto, t.previous_hash) end
    union all
    -- Segments and all: the head of the chain knows how far it went.
    select coalesce(n.number + 1, 1), case when h.chain is null then 'its head in internal.seal_heads is missing'
      else 'the chain does not reach the seal that its head in internal.seal_heads tells of' end
    from (
      select max(s.number) as number from app.ledger_seals s where s.company_id = find_broken_seal.company_id) n
    left join internal.seal_heads h on h.chain = find_broken_seal.company_id::text
    where (h.chain is not null or n.number is not null) and not exists (
      select from app.ledger_seals s
      where s.company_id = find_broken_seal.company_id and s.number = h.number and s.hash = h.hash)
    union all
    select v.number, 'it is not the seal that an audit has verified'
    from internal.verified_seals v
    where find_broken_seal.share is not null and v.chain = find_broken_seal.company_id::text and not exists (
      select from app.ledger_seals s
      where s.company_id = find_broken_seal.company_id and s.number = v.number and s.hash = v.hash)
  ) c
  order by c.number limit 1;
$$;
grant execute on function internal.find_broken_seal(uuid, integer, integer) to haat_dba;

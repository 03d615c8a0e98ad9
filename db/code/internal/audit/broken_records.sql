-- Gives what is wrong with a chain of records, each of which covers the hash of the one before it: a record that is
-- missing or is not what its hash says, and an end that was cut off.
-- Takes: the chain, as internal.seal_heads names it; and of each record its number, the hash before it that it tells
-- of, its hash, and the hash of what it says now.
create or replace function internal.broken_records(chain text, numbers bigint[], previous_hashes bytea[],
  hashes bytea[], hashes_now bytea[]) returns table (number bigint, problem text)
language sql stable rows 1
set search_path = ''
begin atomic
  select c.expected_number,
    case when c.number <> c.expected_number then 'the record is missing' else 'the record was changed' end
  from (
    select r.number, row_number() over w as expected_number,
      r.previous_hash = coalesce(lag(r.hash) over w, sha256('')) and r.hash = r.hash_now as is_sound
    from unnest(numbers, previous_hashes, hashes, hashes_now) as r (number, previous_hash, hash, hash_now)
    window w as (order by r.number)
  ) c
  where c.number <> c.expected_number or not c.is_sound
  union all
  select coalesce(n.number + 1, 1),
    case when k.chain is null then 'the head of the records in internal.seal_heads is missing'
      else 'the records do not reach the one that their head in internal.seal_heads tells of' end
  from (select max(r.number) as number from unnest(numbers) as r (number)) n
  left join internal.seal_heads k on k.chain = broken_records.chain
  where (k.chain is not null or n.number is not null)
    and not exists (
      select from unnest(numbers, hashes) as r (number, hash) where r.number = k.number and r.hash = k.hash);
end;
grant execute on function internal.broken_records(text, bigint[], bytea[], bytea[], bytea[]) to haat_dba;

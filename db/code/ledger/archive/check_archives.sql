-- The records of archived months are as they were made, none is missing, and each belongs to a seal.
create or replace view ledger.check_archives with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, 'archive ' || c.expected_number as object,
  case when c.number <> c.expected_number then 'the record is missing' else 'the record was changed' end as found,
  'as it was made' as expected
from (
  select a.number, row_number() over w as expected_number,
    a.previous_hash = coalesce(lag(a.hash) over w, sha256('')) and a.hash = internal.archive_hash(a) as is_sound
  from internal.archives a
  window w as (order by a.number)
) c
where c.number <> c.expected_number or not c.is_sound
union all
select null, null, 'archive ' || coalesce(n.number + 1, 1),
  case when k.chain is null then 'the head of the records in internal.seal_heads is missing'
    else 'the records do not reach the one that their head in internal.seal_heads tells of' end, 'as it was made'
from (select max(a.number) as number from internal.archives a) n
left join internal.seal_heads k on k.chain = 'archives'
where (k.chain is not null or n.number is not null)
  and not exists (select from internal.archives a where a.number = k.number and a.hash = k.hash)
union all
select null, null, 'archive ' || a.number, 'of seal ' || a.seal, 'a seal of ' || a.log
from internal.archives a
where not exists (select from internal.history_seals s where s.number = a.seal and s.log = a.log);
call internal.install_check('ledger.check_archives');

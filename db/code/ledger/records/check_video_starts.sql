-- A key or member of staff counts at least as many starts of a day as videos of it are still there.
create or replace view ledger.check_video_starts with (security_invoker = true) as
with started as (
  select v.store_id, coalesce(v.key_id, v.staff_id) as starter_id,
    (v.created_at at time zone 'UTC')::date as day, count(*) as starts,
    count(*) filter (where v.source = 'import') as imports
  from app.videos v
  group by v.store_id, coalesce(v.key_id, v.staff_id), (v.created_at at time zone 'UTC')::date
)
select s.company_id, s.store_id, format('videos started by %s %s on %s',
    case when s.key_id is null then 'staff' else 'key' end, s.starter_id, s.day) as object,
  format('%s starts, %s of them imports', s.starts, s.imports) as found,
  format('%s or more, %s or more of them imports: so many are there', t.starts, t.imports) as expected
from app.video_starts s
join started t on t.store_id = s.store_id and t.starter_id = s.starter_id and t.day = s.day
where s.starts < t.starts or s.imports < t.imports;
call internal.install_check('ledger.check_video_starts');

-- Gives the time of the newest seal of any company, less a minute: what is older was there when the stock was sealed.
--
-- A run seals all companies, and its seals bear the time at which it began. A change made by a transaction that was
-- open then is no older than that transaction may be (30 s).
create or replace function internal.last_sealed_at() returns timestamptz
language sql stable
set search_path = ''
as $$
  select coalesce(max(s.sealed_at), '-infinity') - interval '1 minute'
  from app.companies c
  cross join lateral (
    select l.sealed_at from app.ledger_seals l where l.company_id = c.id order by l.number desc limit 1
  ) s
$$;
grant execute on function internal.last_sealed_at() to haat_dba;

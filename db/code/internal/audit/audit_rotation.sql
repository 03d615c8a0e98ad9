-- Gives in how many nights audits verify all there is (1: each verifies the whole), and since when all was verified:
-- the time at which the audit of that share began which was verified the longest ago, null where one never was.
-- Takes: a check, to leave out the audits in which it found something wrong; null for all audits.
create or replace function internal.audit_rotation(check_name text default null, out nights integer,
  out verified_at timestamptz)
language sql stable
set search_path = ''
as $$
  with last as (
    select coalesce(r.shares, 1) as nights from internal.audit_runs r order by r.id desc limit 1
  )
  select l.nights, case when count(v.started_at) = l.nights then min(v.started_at) end
  from last l
  cross join generate_series(1, l.nights) as s (share)
  cross join lateral (
    select max(r.started_at) as started_at from internal.audit_runs r
    where (r.shares is null or r.share = s.share and r.shares = l.nights and r.verified_upto is not null)
      and (audit_rotation.check_name is null or audit_rotation.check_name <> all (r.broken_checks))
  ) v
  group by l.nights
$$;
grant execute on function internal.audit_rotation(text) to haat_gatekeeper, haat_dba;

-- Gives which share of the whole is to be verified tonight: the one that was verified the longest ago. Null when no
-- audit has verified anything yet: then the whole is.
-- Takes: in how many nights all is to be verified.
--
-- A whole audit verified every share. One that did not run to its end is not noted, and its share comes again.
create or replace function internal.next_share(nights integer) returns integer
language sql stable
set search_path = ''
as $$
  select s.share
  from generate_series(1, next_share.nights) as s (share)
  cross join lateral (
    select max(r.id::text) as last_run from internal.audit_runs r
    where r.verified_upto is not null
      and (r.shares is null or r.share = s.share and r.shares = next_share.nights)
  ) v
  where internal.verified_upto() is not null
  order by v.last_run nulls first, s.share limit 1
$$;
grant execute on function internal.next_share(integer) to haat_dba;

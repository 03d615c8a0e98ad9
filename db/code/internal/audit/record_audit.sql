-- Notes that an audit has run to its end, with what it verified, and forgets those of more than 400 days ago.
-- Takes: when it began (wall clock), and the names of the checks that found something wrong; none when all is sound;
-- which share of how many it verified, null for the whole; what it says it has verified (internal.audit_heads), null
-- when it could not compare all, and its share comes again; and the release whose checks it asked.
--
-- The role that audits may write nothing, so npm run audit calls this as haat_worker. An audit of what changed since
-- the last seal only is not noted: it would hide that the rest was not checked.
create or replace function internal.record_audit(started_at timestamptz, broken_checks text[],
  share integer default null, shares integer default null, heads jsonb default null, release text default null)
  returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from internal.audit_runs r where r.finished_at < clock_timestamp() - interval '400 days';
  insert into internal.audit_runs (started_at, finished_at, broken_checks, share, shares, verified_upto, release)
  values (record_audit.started_at, greatest(clock_timestamp(), record_audit.started_at), record_audit.broken_checks,
    record_audit.share, record_audit.shares, (heads ->> 'verified_upto')::uuid, record_audit.release);
  insert into internal.verified_seals as v (chain, number, hash)
  select s.chain, s.number, decode(s.hash, 'hex')
  from jsonb_to_recordset(heads -> 'seals') as s (chain text, number bigint, hash text)
  order by s.chain
  on conflict (chain) do update set number = excluded.number, hash = excluded.hash
    where v.number <= excluded.number;
end;
grant execute on function internal.record_audit(timestamptz, text[], integer, integer, jsonb, text) to haat_worker;

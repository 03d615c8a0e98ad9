-- Tells whether an audit of a share compares a seal with what it covers: the seals of the share by their numbers, and
-- those above the newest one that an audit has verified.
-- Takes: the chain, the number of the seal, and which share of how many; null for all.
create or replace function internal.is_seal_audited(chain text, number bigint, share integer, shares integer)
  returns boolean
language sql stable
set search_path = ''
begin atomic
  select share is null or is_seal_audited.number % shares = share - 1
    or is_seal_audited.number > coalesce((
      select v.number from internal.verified_seals v where v.chain = is_seal_audited.chain), 0);
end;
grant execute on function internal.is_seal_audited(text, bigint, integer, integer) to haat_dba;

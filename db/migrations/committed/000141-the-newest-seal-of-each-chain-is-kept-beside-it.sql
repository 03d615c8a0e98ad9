--! Previous: sha1:eefbeb446710cdf92df7e60e94a149898c0a8812
--! Hash: sha1:308d8e8ab694ac793ff21aa5dfb86a2c98b69e70
--! Message: The newest seal of each chain is kept beside it

--! split: 1-current.sql
-- The newest seal of each chain, kept beside the chain itself: a chain that was cut off at its end is still a chain.
create table if not exists internal.seal_heads (
  chain text primary key,
  number bigint not null check (number > 0),
  hash bytea not null check (length(hash) = 32)
);

alter table app.ledger_seals no force row level security;
insert into internal.seal_heads (chain, number, hash)
select distinct on (s.company_id) s.company_id::text, s.number, s.hash
from app.ledger_seals s order by s.company_id, s.number desc
on conflict (chain) do nothing;
alter table app.ledger_seals force row level security;
insert into internal.seal_heads (chain, number, hash)
select 'history', s.number, s.hash from internal.history_seals s order by s.number desc limit 1
on conflict (chain) do nothing;

-- Until when everything is sealed. Null until the next run.
alter table internal.history_horizon add column if not exists sealed_upto timestamptz;

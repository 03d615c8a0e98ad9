--! Previous: sha1:f19691be9b115cd5e434651ef668331a284a4daf
--! Hash: sha1:9c6dd3ad5c0f8efab7cefb9f933d424a1406833c
--! Message: What audits have verified

--! split: 1-current.sql
-- The audit of a night verifies a share of the whole and what changed since the audit before: which share, and how far
-- the histories were sealed when it began.
alter table internal.audit_runs add column if not exists share integer;
alter table internal.audit_runs add column if not exists shares integer;
alter table internal.audit_runs add column if not exists verified_upto uuid;
alter table internal.audit_runs add column if not exists release text;
alter table internal.audit_runs drop constraint if exists audit_runs_share_is_one_of_the_shares;
alter table internal.audit_runs add constraint audit_runs_share_is_one_of_the_shares
  check ((share is null) = (shares is null) and share between 1 and shares);

-- The newest seal of each chain that an audit has verified, as it was then.
drop table if exists internal.verified_seals;
create table internal.verified_seals (
  chain text primary key,
  number bigint not null check (number > 0),
  hash bytea not null check (length(hash) = 32)
);

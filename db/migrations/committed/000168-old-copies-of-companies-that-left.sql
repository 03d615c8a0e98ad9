--! Previous: sha1:48a36752a3f0b6b138cab91c5b76d45ee5bdd80e
--! Hash: sha1:974d8a897b76d7852efd73a959f7720eb9f241f1
--! Message: Old copies of companies that left

--! split: 1-current.sql
-- Enter migration here
-- What left with the old copies of companies that had moved to another database, as the seals of this one know it.
create table if not exists internal.departures (
  number bigint primary key check (number > 0),
  company_id uuid not null,
  kind text not null check (kind in ('left', 'came back')),
  seals bigint[] not null,
  positions bit varying[] not null,
  row_count bigint not null check (row_count >= 0),
  archived_movements bigint not null check (archived_movements >= 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  recorded_at timestamptz not null,
  constraint departures_tell_of_each_seal check (cardinality(seals) = cardinality(positions)),
  constraint departures_who_comes_back_takes_nothing check (
    kind = 'left' or cardinality(seals) = 0 and row_count = 0 and archived_movements = 0)
);
create index if not exists departures_company_id_idx on internal.departures (company_id, number);

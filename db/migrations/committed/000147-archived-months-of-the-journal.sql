--! Previous: sha1:3071265bc26a4c324f2a36d39f81e728d96f22c3
--! Hash: sha1:7848a760a718ecd12b4aad5456330172d9bb1256
--! Message: Archived months of the journal

--! split: 1-current.sql
-- Months of the journal leave the database as files in the storage (npm run haat -- archive journal): one row for each
-- seal whose rows went, in a chain of hashes. The journal itself stays one table. With a partition a month a record's
-- changes would be looked for in each of them, and whole partitions could not go, since some rows of each month stay.
create table if not exists internal.archives (
  number bigint primary key check (number > 0),
  seal bigint not null unique references internal.history_seals (number),
  log text not null,
  month date not null check (extract(day from month) = 1),
  positions bit varying not null,
  row_count integer not null check (row_count = bit_count(positions)),
  storage_key text not null check (length(storage_key) between 1 and 300),
  file_digest bytea not null check (length(file_digest) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  archived_at timestamptz not null
);

-- Tamper evidence of the stock ledger, stored apart from it.
--
-- A seal covers, for some levels of one company, the ledger rows after those that earlier seals cover. What is covered
-- is said by sequence, not by time: a row's sequence is given under the lock of its level, so when row n is visible,
-- every row before it is. No row can turn up late inside what was sealed, whatever its transaction took, and sealing
-- needs neither a safety margin nor a lock that a writer would notice.
--
-- The seals of a company form a chain by previous_hash. Each segment keeps, beside the digest of its rows, the first
-- 8 bytes of each row's digest: they cost 8 bytes a row (80 MB for ten million) and let verify_seals name the row.
create table app.ledger_seals (
  company_id uuid not null references app.companies,
  number bigint not null check (number > 0),
  row_count integer not null check (row_count > 0),
  upto timestamptz not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  primary key (company_id, number)
);
comment on table app.ledger_seals is 'Seals of the stock ledger: per company a chain of hashes over the rows sealed each hour. Append only. Checked by ledger.verify_seals().';

create table app.ledger_seal_segments (
  company_id uuid not null,
  number bigint not null,
  variant_id uuid not null,
  location_id uuid not null,
  first_sequence bigint not null check (first_sequence > 0),
  last_sequence bigint not null check (last_sequence >= first_sequence),
  digest bytea not null check (length(digest) = 32),
  row_prints bytea not null,
  primary key (company_id, number, variant_id, location_id),
  -- Deferred: the segments come first, their seal is the hash over them.
  foreign key (company_id, number) references app.ledger_seals (company_id, number) deferrable initially deferred,
  constraint ledger_seal_segments_one_print_a_row check (length(row_prints) = 8 * (last_sequence - first_sequence + 1))
);
create index ledger_seal_segments_variant_id_idx on app.ledger_seal_segments (variant_id, location_id, last_sequence desc);
comment on table app.ledger_seal_segments is 'Which ledger rows a seal covers: a run of one level''s sequence, with the digest of those rows. Append only.';

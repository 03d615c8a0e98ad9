-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Which files of db/code this database runs, and what they made: npm run migrate applies what differs.
table internal.applied_code (
  -- What the file makes: schema/function, schema/view, or policies/table, triggers/table.
  unit           text not null,
  -- SHA-256 of the file as it was applied.
  file_digest    text not null,
  -- Digest of what stood in the catalog after it; empty for nothing.
  catalog_digest text not null,
  -- When it was last applied. Wall clock.
  applied_at     timestamptz not null,
  constraint applied_code_pkey primary key (unit)
);
grant select to haat_dba;

-- Which movements of a sealed segment (ledger_seal_segments) have left for an archive. Checked by
-- ledger.check_archives, and by verify_seals.
table internal.archived_movements (
  -- Level: the variant.
  variant_id        uuid not null,
  -- Level: the location.
  location_id       uuid not null,
  -- The first ledger row of the segment.
  first_sequence    bigint not null,
  -- A bit for each row of the segment, in their order: 1 for one that has left.
  positions         bit varying not null,
  -- The sum of what they changed in reserved.
  reserved_change   integer not null,
  -- Those of them that had left already when the company came from another database; null: none.
  arrived_positions bit varying,
  constraint archived_movements_pkey primary key (variant_id, location_id, first_sequence),
  constraint archived_movements_check check (bit_count(arrived_positions::"bit" & positions::"bit") = bit_count(arrived_positions::"bit")),
  constraint archived_movements_positions_check check (bit_count(positions::"bit") > 0)
);
grant insert, select, update to haat_gatekeeper;
grant select to haat_dba;

-- Seals whose rows left the database for a file in the storage (npm run haat -- archive), in a chain of hashes. Append
-- only. Checked by ledger.check_archives.
table internal.archives (
  -- 1, 2, 3 ...
  number        bigint not null,
  -- The seal (internal.history_seals).
  seal          bigint not null,
  -- The table whose rows it covers.
  log           text not null,
  -- The first day of the month in which its first row was made, in UTC.
  month         date not null,
  -- A bit for each row of the seal, in the order of ids: 1 for one that is in the file. Those of the journal left with
  -- it.
  positions     bit varying not null,
  -- How many are in the file.
  row_count     integer not null,
  -- The file, by its key in the storage of MEDIA_URL.
  storage_key   text not null,
  -- SHA-256 of the file, compressed as it is.
  file_digest   bytea not null,
  -- Hash of the record before it; for the first the SHA-256 of nothing.
  previous_hash bytea not null,
  -- SHA-256 over previous_hash and this row (internal.archive_hash).
  hash          bytea not null,
  -- When the rows left.
  archived_at   timestamptz not null,
  constraint archives_pkey primary key (number),
  constraint archives_seal_key unique (seal),
  constraint archives_seal_fkey foreign key (seal) references internal.history_seals(number),
  constraint archives_check check (row_count = bit_count(positions::"bit")),
  constraint archives_file_digest_check check (length(file_digest) = 32),
  constraint archives_hash_check check (length(hash) = 32),
  constraint archives_month_check check (extract(day from month) = 1),
  constraint archives_number_check check (number > 0),
  constraint archives_previous_hash_check check (length(previous_hash) = 32),
  constraint archives_storage_key_check check (length(storage_key) >= 1 and length(storage_key) <= 300)
);
trigger _900_append_only before delete or update or truncate on internal.archives for each statement execute function internal.tg__append_only();
grant insert, select to haat_gatekeeper;
grant select to haat_dba;

-- Every audit that ran to its end (npm run audit), kept 400 days. The last one is shown at /metrics.
table internal.audit_runs (
  -- UUIDv7, rising with time.
  id            uuid not null default uuidv7(),
  -- When it began, by the wall clock.
  started_at    timestamptz not null,
  -- When it ended, by the wall clock.
  finished_at   timestamptz not null,
  -- The checks that found something wrong; empty when the books are sound.
  broken_checks text[] not null,
  -- Which share it verified, from 1; null for the whole.
  share         integer,
  -- Of how many; null for the whole.
  shares        integer,
  -- Every row of the histories with an id up to this one was sealed when it began. Rows above it are touched for the
  -- next audit.
  verified_upto uuid,
  -- The release whose checks it asked.
  release       text,
  constraint audit_runs_pkey primary key (id),
  constraint audit_runs_end_after_their_start check (finished_at >= started_at),
  constraint audit_runs_share_is_one_of_the_shares check ((share is null) = (shares is null) and share >= 1 and share <= shares)
);
grant select to haat_dba, haat_gatekeeper;

-- Companies that move to another database, or have moved there (npm run haat -- company move).
table internal.company_moves (
  -- The company.
  company_id   uuid not null,
  -- Its name when it left.
  company_name text not null,
  -- Where it goes: the name of a cell, as CELLS has it.
  to_cell      text not null,
  -- copying: it works here. moved: what is here is an old copy, which refuses to work. removed: nothing is here.
  state        text not null,
  -- When the last try began. Wall clock.
  started_at   timestamptz not null,
  -- Since when it is not served here. Wall clock.
  moved_at     timestamptz,
  -- When the old copy was removed. Wall clock.
  removed_at   timestamptz,
  -- How many rows went along.
  row_count    bigint,
  -- For how many milliseconds its writes waited.
  pause_ms     integer,
  -- When the other database said that it has it. Null: the move may have ended between its two commits. Wall clock.
  opened_at    timestamptz,
  constraint company_moves_pkey primary key (company_id),
  constraint company_moves_has_its_times check ((moved_at is not null) = (state <> 'copying') and (removed_at is not null) = (state = 'removed')),
  constraint company_moves_opens_after_it_left check (opened_at is null or state <> 'copying'),
  constraint company_moves_state_check check (state in ('copying', 'moved', 'removed'))
);
grant delete, select, update to haat_gatekeeper;
grant select to haat_dba;

-- The secret behind haat.proof, which says that a transaction was put into its fence by our own functions. Made here,
-- and not known outside; update it after a dump was lost.
table internal.context_secret (
  -- Always true: the table has one row.
  only_row boolean not null default true,
  -- Random bytes.
  secret   bytea not null,
  constraint context_secret_pkey primary key (only_row),
  constraint context_secret_is_long check (octet_length(secret) >= 32),
  constraint context_secret_is_one_row check (only_row)
);
grant select to haat_gatekeeper;

-- Companies whose old copy was removed after they had moved to another database, and those that came back, in a chain
-- of hashes. By it the audit knows which sealed rows left. Append only. Checked by ledger.check_departures.
table internal.departures (
  -- 1, 2, 3 ...
  number             bigint not null,
  -- The company.
  company_id         uuid not null,
  -- left: with all its rows. came back: it brought them again, and its seals cover them as before.
  kind               text not null,
  -- The seals (internal.history_seals) that cover rows of it.
  seals              bigint[] not null,
  -- Of each of these seals a bit for each row, in the order of ids: 1 for one that left.
  positions          bit varying[] not null,
  -- How many sealed rows left.
  row_count          bigint not null,
  -- How many of its movements had been archived here: internal.archived_movements told of them.
  archived_movements bigint not null,
  -- Hash of the record before it; for the first the SHA-256 of nothing.
  previous_hash      bytea not null,
  -- SHA-256 over previous_hash and this row (internal.departure_hash).
  hash               bytea not null,
  -- When it left or came.
  recorded_at        timestamptz not null,
  constraint departures_pkey primary key (number),
  constraint departures_archived_movements_check check (archived_movements >= 0),
  constraint departures_hash_check check (length(hash) = 32),
  constraint departures_kind_check check (kind in ('left', 'came back')),
  constraint departures_number_check check (number > 0),
  constraint departures_previous_hash_check check (length(previous_hash) = 32),
  constraint departures_row_count_check check (row_count >= 0),
  constraint departures_tell_of_each_seal check (cardinality(seals) = cardinality(positions)),
  constraint departures_who_comes_back_takes_nothing check (kind = 'left' or cardinality(seals) = 0 and row_count = 0 and archived_movements = 0)
);
create index departures_company_id_idx on internal.departures using btree (company_id, number);
trigger _900_append_only before delete or update or truncate on internal.departures for each statement execute function internal.tg__append_only();
grant insert, select to haat_gatekeeper;
grant select to haat_dba;

-- Until when the next run of internal.seal_history may seal. One row.
table internal.history_horizon (
  -- True: there is one row.
  is_only     boolean not null default true,
  -- Rows made before this moment may be sealed as soon as the transactions that were open then have ended. Wall clock.
  upto        timestamptz not null,
  -- The numbers of those transactions.
  open_xids   text[] not null,
  -- Every row made before this moment is sealed, as of the last run; null where rows were left for the next one.
  sealed_upto timestamptz,
  constraint history_horizon_pkey primary key (is_only),
  constraint history_horizon_is_only_check check (is_only)
);
grant insert, select, update to haat_gatekeeper;
grant select to haat_dba;

-- Seals of what happened: a chain of hashes over the rows of the timeline, the activity log and the events. Append
-- only. Checked by ledger.verify_history().
table internal.history_seals (
  -- 1, 2, 3 ... over all logs and companies.
  number        bigint not null,
  -- The table whose rows it covers.
  log           text not null,
  -- It covers the rows whose id is above this one: the upto_id of the seal before it.
  after_id      uuid not null,
  -- The first of its rows: what its age is read from.
  first_id      uuid not null,
  -- It covers the rows up to this id.
  upto_id       uuid not null,
  -- How many rows it covers.
  row_count     integer not null,
  -- The first 8 bytes of each row's SHA-256, in the order of ids: to name the row that was changed.
  row_prints    bytea not null,
  -- SHA-256 over the SHA-256 of each row, in the order of ids.
  digest        bytea not null,
  -- Hash of the seal before it; for the first the SHA-256 of nothing.
  previous_hash bytea not null,
  -- SHA-256 over previous_hash and this row (internal.history_hash).
  hash          bytea not null,
  -- When it was made.
  sealed_at     timestamptz not null,
  -- The company whose rows it covers, which came with its files from another database (internal.seal_arrival); null:
  -- of all companies.
  company_id    uuid,
  constraint history_seals_pkey primary key (number),
  constraint history_seals_log_upto_id_key unique (log, upto_id),
  constraint history_seals_digest_check check (length(digest) = 32),
  constraint history_seals_hash_check check (length(hash) = 32),
  constraint history_seals_log_check check (log in ('order_timeline', 'activity_log', 'events', 'changes', 'stock_movements')),
  constraint history_seals_number_check check (number > 0),
  constraint history_seals_one_print_a_row check (length(row_prints) = (8 * row_count)),
  constraint history_seals_previous_hash_check check (length(previous_hash) = 32),
  constraint history_seals_row_count_check check (row_count > 0),
  constraint history_seals_rows_lie_in_the_range check (after_id < first_id and first_id <= upto_id)
);
create index history_seals_company_id_idx on internal.history_seals using btree (company_id, log, upto_id) where (company_id is not null);
trigger _900_append_only before delete or update or truncate on internal.history_seals for each statement execute function internal.tg__append_only();
grant insert, select to haat_gatekeeper;
grant select to haat_dba;

-- The columns of each journaled table that the hashes of the journal cover, as of the last npm run migrate.
table internal.journal_shapes (
  -- The table.
  table_name text not null,
  -- Names and types of its columns that count, in their order. Others than added ones begin its hashes anew.
  columns    text[] not null,
  constraint journal_shapes_pkey primary key (table_name)
);
grant select to haat_dba;

-- What the release made of this database, by the catalog: npm run migrate keeps it, ledger.check_schema compares it
-- with what is there.
table internal.released_schema (
  -- table, column, constraint, index, trigger, policy, view, function, grant, role and the like.
  kind       text not null,
  -- Its name; for a grant what is granted to whom.
  object     text not null,
  -- What it is, in the words of the catalog; what is longer than 300 characters as its MD5.
  definition text,
  constraint released_schema_pkey primary key (kind, object)
);
grant select to haat_dba;

-- The newest seal of each chain, as it was made: tells that the end of a chain was cut off.
table internal.seal_heads (
  -- history, archives, departures, or the company whose stock ledger it seals.
  chain  text not null,
  -- The number of the seal.
  number bigint not null,
  -- Its hash.
  hash   bytea not null,
  constraint seal_heads_pkey primary key (chain),
  constraint seal_heads_hash_check check (length(hash) = 32),
  constraint seal_heads_number_check check (number > 0)
);
grant insert, select, update to haat_gatekeeper;
grant select to haat_dba;

-- When each timer of the workers last ran without an error, one row a timer. Shown at /metrics.
table internal.timer_runs (
  -- The timer: the name of its function in schema internal.
  name        text not null,
  -- When its last good run ended, by the wall clock.
  finished_at timestamptz not null,
  constraint timer_runs_pkey primary key (name)
);
grant select to haat_dba, haat_gatekeeper;

-- The newest seal of each chain that an audit has verified. An audit of a share looks at the seals above it, and finds
-- it changed or removed.
table internal.verified_seals (
  -- history, or the company whose stock ledger it seals.
  chain  text not null,
  -- The number of the seal.
  number bigint not null,
  -- Its hash, as it was verified.
  hash   bytea not null,
  constraint verified_seals_pkey primary key (chain),
  constraint verified_seals_hash_check check (length(hash) = 32),
  constraint verified_seals_number_check check (number > 0)
);
grant select to haat_dba;

-- Worker processes that live, by their id in the job queue. One not seen for a while is dead and its jobs are freed.
-- Wall clock.
table internal.workers (
  -- Id under which the process locks jobs.
  id         text not null,
  -- When the process started, by the wall clock.
  started_at timestamptz not null,
  -- When the process last reported that it lives, by the wall clock.
  seen_at    timestamptz not null,
  constraint workers_pkey primary key (id)
);
grant select to haat_dba, haat_gatekeeper;

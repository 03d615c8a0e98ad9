-- What the tables of db/schema/core.sql and their columns mean.

comment on table internal.applied_code is
  'Which files of db/code this database runs, and what they made: npm run migrate applies what differs.';
comment on column internal.applied_code.unit is
  'What the file makes: schema/function, schema/view, or policies/table, triggers/table.';
comment on column internal.applied_code.file_digest is 'SHA-256 of the file as it was applied.';
comment on column internal.applied_code.catalog_digest is
  'Digest of what stood in the catalog after it; empty for nothing.';
comment on column internal.applied_code.applied_at is 'When it was last applied. Wall clock.';

comment on table internal.workers is
  'Worker processes that live, by their id in the job queue. One not seen for a while is dead and its jobs are '
  'freed. Wall clock.';
comment on column internal.workers.id is 'Id under which the process locks jobs.';
comment on column internal.workers.started_at is 'When the process started, by the wall clock.';
comment on column internal.workers.seen_at is 'When the process last reported that it lives, by the wall clock.';

comment on table internal.released_schema is
  'What the release made of this database, by the catalog: npm run migrate keeps it, ledger.check_schema compares '
  'it with what is there.';
comment on column internal.released_schema.kind is
  'table, column, constraint, index, trigger, policy, view, function, grant, role and the like.';
comment on column internal.released_schema.object is 'Its name; for a grant what is granted to whom.';
comment on column internal.released_schema.definition is
  'What it is, in the words of the catalog; what is longer than 300 characters as its MD5.';

comment on table internal.history_seals is
  'Seals of what happened: a chain of hashes over the rows of the timeline, the activity log and the events. Append '
  'only. Checked by ledger.verify_history().';
comment on column internal.history_seals.number is '1, 2, 3 ... over all logs and companies.';
comment on column internal.history_seals.log is 'The table whose rows it covers.';
comment on column internal.history_seals.after_id is
  'It covers the rows whose id is above this one: the upto_id of the seal before it.';
comment on column internal.history_seals.first_id is 'The first of its rows: what its age is read from.';
comment on column internal.history_seals.upto_id is 'It covers the rows up to this id.';
comment on column internal.history_seals.row_count is 'How many rows it covers.';
comment on column internal.history_seals.row_prints is
  'The first 8 bytes of each row''s SHA-256, in the order of ids: to name the row that was changed.';
comment on column internal.history_seals.digest is 'SHA-256 over the SHA-256 of each row, in the order of ids.';
comment on column internal.history_seals.previous_hash is
  'Hash of the seal before it; for the first the SHA-256 of nothing.';
comment on column internal.history_seals.hash is 'SHA-256 over previous_hash and this row (internal.history_hash).';
comment on column internal.history_seals.sealed_at is 'When it was made.';
comment on column internal.history_seals.company_id is
  'The company whose rows it covers, which came with its files from another database (internal.seal_arrival); null: '
  'of all companies.';

comment on table internal.history_horizon is 'Until when the next run of internal.seal_history may seal. One row.';
comment on column internal.history_horizon.is_only is 'True: there is one row.';
comment on column internal.history_horizon.upto is
  'Rows made before this moment may be sealed as soon as the transactions that were open then have ended. Wall '
  'clock.';
comment on column internal.history_horizon.open_xids is 'The numbers of those transactions.';
comment on column internal.history_horizon.sealed_upto is
  'Every row made before this moment is sealed, as of the last run; null where rows were left for the next one.';

comment on table internal.seal_heads is
  'The newest seal of each chain, as it was made: tells that the end of a chain was cut off.';
comment on column internal.seal_heads.chain is
  'history, archives, departures, or the company whose stock ledger it seals.';
comment on column internal.seal_heads.number is 'The number of the seal.';
comment on column internal.seal_heads.hash is 'Its hash.';

comment on table internal.archives is
  'Seals whose rows left the database for a file in the storage (npm run haat -- archive), in a chain of hashes. '
  'Append only. Checked by ledger.check_archives.';
comment on column internal.archives.number is '1, 2, 3 ...';
comment on column internal.archives.seal is 'The seal (internal.history_seals).';
comment on column internal.archives.log is 'The table whose rows it covers.';
comment on column internal.archives.month is 'The first day of the month in which its first row was made, in UTC.';
comment on column internal.archives.positions is
  'A bit for each row of the seal, in the order of ids: 1 for one that is in the file. Those of the journal left '
  'with it.';
comment on column internal.archives.row_count is 'How many are in the file.';
comment on column internal.archives.storage_key is 'The file, by its key in the storage of MEDIA_URL.';
comment on column internal.archives.file_digest is 'SHA-256 of the file, compressed as it is.';
comment on column internal.archives.previous_hash is
  'Hash of the record before it; for the first the SHA-256 of nothing.';
comment on column internal.archives.hash is 'SHA-256 over previous_hash and this row (internal.archive_hash).';
comment on column internal.archives.archived_at is 'When the rows left.';

comment on table internal.departures is
  'Companies whose old copy was removed after they had moved to another database, and those that came back, in a '
  'chain of hashes. By it the audit knows which sealed rows left. Append only. Checked by ledger.check_departures.';
comment on column internal.departures.number is '1, 2, 3 ...';
comment on column internal.departures.company_id is 'The company.';
comment on column internal.departures.kind is
  'left: with all its rows. came back: it brought them again, and its seals cover them as before.';
comment on column internal.departures.seals is 'The seals (internal.history_seals) that cover rows of it.';
comment on column internal.departures.positions is
  'Of each of these seals a bit for each row, in the order of ids: 1 for one that left.';
comment on column internal.departures.row_count is 'How many sealed rows left.';
comment on column internal.departures.archived_movements is
  'How many of its movements had been archived here: internal.archived_movements told of them.';
comment on column internal.departures.previous_hash is
  'Hash of the record before it; for the first the SHA-256 of nothing.';
comment on column internal.departures.hash is 'SHA-256 over previous_hash and this row (internal.departure_hash).';
comment on column internal.departures.recorded_at is 'When it left or came.';

comment on table internal.archived_movements is
  'Which movements of a sealed segment (ledger_seal_segments) have left for an archive. Checked by '
  'ledger.check_archives, and by verify_seals.';
comment on column internal.archived_movements.variant_id is 'Level: the variant.';
comment on column internal.archived_movements.location_id is 'Level: the location.';
comment on column internal.archived_movements.first_sequence is 'The first ledger row of the segment.';
comment on column internal.archived_movements.positions is
  'A bit for each row of the segment, in their order: 1 for one that has left.';
comment on column internal.archived_movements.reserved_change is 'The sum of what they changed in reserved.';
comment on column internal.archived_movements.arrived_positions is
  'Those of them that had left already when the company came from another database; null: none.';

comment on table internal.timer_runs is
  'When each timer of the workers last ran without an error, one row a timer. Shown at /metrics.';
comment on column internal.timer_runs.name is 'The timer: the name of its function in schema internal.';
comment on column internal.timer_runs.finished_at is 'When its last good run ended, by the wall clock.';

comment on table internal.audit_runs is
  'Every audit that ran to its end (npm run audit), kept 400 days. The last one is shown at /metrics.';
comment on column internal.audit_runs.id is 'UUIDv7, rising with time.';
comment on column internal.audit_runs.started_at is 'When it began, by the wall clock.';
comment on column internal.audit_runs.finished_at is 'When it ended, by the wall clock.';
comment on column internal.audit_runs.broken_checks is
  'The checks that found something wrong; empty when the books are sound.';
comment on column internal.audit_runs.share is 'Which share it verified, from 1; null for the whole.';
comment on column internal.audit_runs.shares is 'Of how many; null for the whole.';
comment on column internal.audit_runs.verified_upto is
  'Every row of the histories with an id up to this one was sealed when it began. Rows above it are touched for the '
  'next audit.';
comment on column internal.audit_runs.release is 'The release whose checks it asked.';

comment on table internal.verified_seals is
  'The newest seal of each chain that an audit has verified. An audit of a share looks at the seals above it, and '
  'finds it changed or removed.';
comment on column internal.verified_seals.chain is 'history, or the company whose stock ledger it seals.';
comment on column internal.verified_seals.number is 'The number of the seal.';
comment on column internal.verified_seals.hash is 'Its hash, as it was verified.';

comment on table internal.context_secret is
  'The secret behind haat.proof, which says that a transaction was put into its fence by our own functions. Made '
  'here, and not known outside; update it after a dump was lost.';
comment on column internal.context_secret.only_row is 'Always true: the table has one row.';
comment on column internal.context_secret.secret is 'Random bytes.';

comment on sequence internal.context_holds is
  'Through it a session keeps the number of the settings that it holds proven (internal.hold_context). Stands at 1.';

comment on sequence internal.latest_clock is
  'The latest time of the wall clock that was noted, in milliseconds since 1970 (internal.clock_floor).';

comment on table internal.journal_shapes is
  'The columns of each journaled table that the hashes of the journal cover, as of the last npm run migrate.';
comment on column internal.journal_shapes.table_name is 'The table.';
comment on column internal.journal_shapes.columns is
  'Names and types of its columns that count, in their order. Others than added ones begin its hashes anew.';

comment on table internal.company_moves is
  'Companies that move to another database, or have moved there (npm run haat -- company move).';
comment on column internal.company_moves.company_id is 'The company.';
comment on column internal.company_moves.company_name is 'Its name when it left.';
comment on column internal.company_moves.to_cell is 'Where it goes: the name of a cell, as CELLS has it.';
comment on column internal.company_moves.state is
  'copying: it works here. moved: what is here is an old copy, which refuses to work. removed: nothing is here.';
comment on column internal.company_moves.started_at is 'When the last try began. Wall clock.';
comment on column internal.company_moves.moved_at is 'Since when it is not served here. Wall clock.';
comment on column internal.company_moves.opened_at is
  'When the other database said that it has it. Null: the move may have ended between its two commits. Wall clock.';
comment on column internal.company_moves.removed_at is 'When the old copy was removed. Wall clock.';
comment on column internal.company_moves.row_count is 'How many rows went along.';
comment on column internal.company_moves.pause_ms is 'For how many milliseconds its writes waited.';

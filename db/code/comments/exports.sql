-- What the tables of db/schema/exports.sql and their columns mean.

comment on table app.exports is
  'Whole lists as files. A worker writes the file from one snapshot and with the key that asked; the row goes with '
  'its file, seven days after its end.';
comment on column app.exports.id is 'UUIDv7, rising with time.';
comment on column app.exports.company_id is 'The tenant.';
comment on column app.exports.store_id is 'The store whose records it holds.';
comment on column app.exports.key_id is 'The key that asked. Only this key and those that replace it see the export.';
comment on column app.exports.operation is 'The list that it holds.';
comment on column app.exports.filters is 'The filters of the list, as its operation takes them.';
comment on column app.exports.format is 'ndjson: a document a line. csv: a table, see workers/exports/columns.ts.';
comment on column app.exports.with_bom is 'Whether a CSV begins with the mark by which spreadsheets know UTF-8.';
comment on column app.exports.for_sync is
  'Whether records that changed after synced_until are left out: the sync that goes on from there has them.';
comment on column app.exports.status is
  'pending: waits for a worker. running: a worker writes it. finished: the file is there. failed: see failure_code.';
comment on column app.exports.record_count is 'Records written so far, in the end all.';
comment on column app.exports.size_bytes is 'Size of the file.';
comment on column app.exports.attempts is 'How often a worker began to write it.';
comment on column app.exports.storage_key is 'Key of the stored file; another with each attempt.';
comment on column app.exports.synced_until is
  'Every change up to here is in the file: whatever wrote before had ended when the snapshot was taken.';
comment on column app.exports.failure_code is
  'KEY_NOT_LIVE: the key was revoked or expired. FORBIDDEN_SCOPE: it lost the scope. TOOK_TOO_LONG: more than a '
  'snapshot may last. GAVE_UP: each attempt broke off. CANCELLED: staff cancelled it.';
comment on column app.exports.failure_message is 'The same for people.';
comment on column app.exports.lease_id is 'The attempt that writes it now.';
comment on column app.exports.lease_expires_at is
  'By when that attempt has to show itself, by the wall clock; then another begins anew.';
comment on column app.exports.started_at is 'When the latest attempt began.';
comment on column app.exports.ended_at is 'When it was finished or failed.';
comment on column app.exports.expires_at is 'When the file and the row are removed.';
comment on column app.exports.created_at is 'When it was asked for.';
comment on column app.exports.updated_at is 'When the row changed last.';

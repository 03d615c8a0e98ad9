-- Pictures that staff uploaded and nothing shows yet: files that are deleted after a day unless they are taken.
alter table internal.media_deletions add column if not exists picture jsonb;
comment on table internal.media_deletions is
  'Files that no row needs any more, written in the transaction that stopped needing them, and pictures that staff uploaded and nothing shows yet. A worker deletes the file, then the row; a crash in between does it twice, which harms nothing. due_at is by the wall clock.';
comment on column internal.media_deletions.picture is
  'Of an upload that may still be taken: {media_key, width, height, size_bytes, received_bytes}; null for a file that is given up.';
comment on table gate.image_calls is
  'Calls with images that are running: two slots a key or member of staff, over all processes. A row and not a lock, because a lock needs a session, which pgbouncer does not keep; the slot of a process that died expires.';
comment on column gate.image_calls.key_id is 'The key that calls, or the member of staff.';
comment on column gate.image_calls.lineage_id is
  'The first key of the caller''s rotation chain, which Idempotency-Keys belong to; the member of staff.';
create index if not exists media_deletions_untaken_idx on internal.media_deletions (company_id)
  where picture is not null;

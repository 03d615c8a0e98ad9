-- What the tables of db/schema/gate.sql and their columns mean.

comment on table gate.rate_windows is
  'Calls a key has made in the current minute. Unlogged: a crash restarts the windows, nothing more.';
comment on column gate.rate_windows.key_id is 'The key that calls.';
comment on column gate.rate_windows.bucket is 'read or write.';
comment on column gate.rate_windows.minute is 'The minute, counted from 1970.';
comment on column gate.rate_windows.used is 'Calls counted in that minute; one may count as several.';

comment on table app.idempotency_keys is
  'Answers of writes by Idempotency-Key, written in the transaction of the write itself. Kept 24 hours at least.';
comment on column app.idempotency_keys.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.idempotency_keys.lineage_id is 'The calling key and those it replaced.';
comment on column app.idempotency_keys.key is 'The Idempotency-Key header, or the tool''s argument.';
comment on column app.idempotency_keys.operation is 'The operation that was called.';
comment on column app.idempotency_keys.request_hash is
  'SHA-256 of the canonical request: another request under the same key is refused.';
comment on column app.idempotency_keys.sqlstate is 'The refusal that was answered; null for success.';
comment on column app.idempotency_keys.message is 'The message of that refusal.';
comment on column app.idempotency_keys.fields is 'The fields of that refusal, each with its problems.';
comment on column app.idempotency_keys."constraint" is 'The unique constraint that refused it; null when none did.';
comment on column app.idempotency_keys.result is 'The document that was answered, word for word.';
comment on column app.idempotency_keys.request_id is
  'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.idempotency_keys.created_at is 'When the row was written, by internal.now().';

comment on table gate.image_calls is
  'Calls with images that are running: two slots a key or member of staff, over all processes. A row and not a '
  'lock, because a lock needs a session, which pgbouncer does not keep; the slot of a process that died expires.';
comment on column gate.image_calls.key_id is 'The key that calls, or the member of staff.';
comment on column gate.image_calls.slot is 'Which of the two slots: 1 or 2.';
comment on column gate.image_calls.lease is 'What the call gives back at its end.';
comment on column gate.image_calls.expires_at is 'When the slot is free again, if the call does not give it back.';
comment on column gate.image_calls.lineage_id is
  'The first key of the caller''s rotation chain, which Idempotency-Keys belong to; the member of staff.';
comment on column gate.image_calls.idempotency_key is
  'The Idempotency-Key of the call, so that a second call with it is refused at once.';

comment on table gate.image_links is
  'Image links that a company has sent on a UTC day, over all its keys. Past days are no longer read.';
comment on column gate.image_links.company_id is 'The company.';
comment on column gate.image_links.day is 'The UTC day.';
comment on column gate.image_links.used is 'Links sent on that day, at most 2000.';

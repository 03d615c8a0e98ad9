-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Answers of writes by Idempotency-Key, written in the transaction of the write itself. Kept 24 hours at least.
table app.idempotency_keys (
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The calling key and those it replaced.
  lineage_id   uuid not null,
  -- The Idempotency-Key header, or the tool's argument.
  key          text not null,
  -- The operation that was called.
  operation    text not null,
  -- SHA-256 of the canonical request: another request under the same key is refused.
  request_hash bytea not null,
  -- The refusal that was answered; null for success.
  sqlstate     text,
  -- The message of that refusal.
  message      text,
  -- The fields of that refusal, each with its problems.
  fields       jsonb,
  -- The unique constraint that refused it; null when none did.
  "constraint" text,
  -- The document that was answered, word for word.
  result       text,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id   text,
  -- When the row was written, by internal.now().
  created_at   timestamptz not null,
  constraint idempotency_keys_pkey primary key (lineage_id, key, company_id),
  constraint idempotency_keys_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint idempotency_keys_key_check check (length(key) >= 1 and length(key) <= 255)
);
create index idempotency_keys_created_at_idx on app.idempotency_keys using btree (created_at);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant delete to haat_gatekeeper;
grant select (company_id, lineage_id, key, operation, sqlstate, created_at) to haat_dba;
grant select (created_at) to haat_gatekeeper;

-- Calls with images that are running: two slots a key or member of staff, over all processes. A row and not a lock,
-- because a lock needs a session, which pgbouncer does not keep; the slot of a process that died expires.
unlogged table gate.image_calls (
  -- The key that calls, or the member of staff.
  key_id          uuid not null,
  -- Which of the two slots: 1 or 2.
  slot            integer not null,
  -- What the call gives back at its end.
  lease           uuid not null,
  -- When the slot is free again, if the call does not give it back.
  expires_at      timestamptz not null,
  -- The first key of the caller's rotation chain, which Idempotency-Keys belong to; the member of staff.
  lineage_id      uuid not null,
  -- The Idempotency-Key of the call, so that a second call with it is refused at once.
  idempotency_key text,
  constraint image_calls_pkey primary key (key_id, slot),
  constraint image_calls_slot_check check (slot >= 1 and slot <= 2)
);
grant delete, insert, select, update to haat_gatekeeper;

-- Image links that a company has sent on a UTC day, over all its keys. Past days are no longer read.
table gate.image_links (
  -- The company.
  company_id uuid not null,
  -- The UTC day.
  day        date not null,
  -- Links sent on that day, at most 2000.
  used       integer not null,
  constraint image_links_pkey primary key (company_id, day)
);
grant delete, insert, select, update to haat_gatekeeper;

-- Calls a key has made in the current minute. Unlogged: a crash restarts the windows, nothing more.
unlogged table gate.rate_windows (
  -- The key that calls.
  key_id uuid not null,
  -- read or write.
  bucket text not null,
  -- The minute, counted from 1970.
  minute bigint not null,
  -- Calls counted in that minute; one may count as several.
  used   integer not null,
  constraint rate_windows_pkey primary key (key_id, bucket),
  constraint rate_windows_bucket_check check (bucket in ('read', 'write'))
) with (fillfactor=20);
grant delete, insert, select, update to haat_gatekeeper;

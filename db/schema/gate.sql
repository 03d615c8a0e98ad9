-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Answers of writes by Idempotency-Key, written in the transaction of the write itself. Kept 24 hours at least.
-- decisions: 4
table app.idempotency_keys (
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The calling key and those it replaced.
  lineage_id   uuid not null,
  -- The Idempotency-Key header, or the tool's argument.
  key          text not null,
  -- What was called.
  operation    text not null,
  -- SHA-256 of the canonical request: another request under the same key is refused.
  request_hash bytea not null,
  -- The refusal that was answered; null for success.
  sqlstate     text,
  -- Its text.
  message      text,
  -- Its fields.
  fields       jsonb,
  -- The unique constraint that refused it.
  "constraint" text,
  -- The document that was answered, word for word.
  result       text,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id   text,
  -- When the row was written, by internal.now().
  created_at   timestamptz not null,
  constraint idempotency_keys_pkey primary key (lineage_id, key),
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

-- Calls that carry pictures and are under way: two places a key, over all processes. A row and not a lock, because a
-- lock would need a session and pgbouncer gives none; a process that dies leaves its place to expire.
unlogged table gate.image_calls (
  key_id          uuid not null,
  slot            integer not null,
  lease           uuid not null,
  expires_at      timestamptz not null,
  -- The first key of the caller's rotation chain, which Idempotency-Keys belong to.
  lineage_id      uuid not null,
  -- The Idempotency-Key of the call, so that its twin is told at once.
  idempotency_key text,
  constraint image_calls_pkey primary key (key_id, slot),
  constraint image_calls_slot_check check (slot >= 1 and slot <= 2)
);
grant delete, insert, select, update to haat_gatekeeper;

-- Picture links that a company has sent on a UTC day, over all its keys. Past days have no use.
table gate.image_links (
  company_id uuid not null,
  day        date not null,
  used       integer not null,
  constraint image_links_pkey primary key (company_id, day)
);
grant delete, insert, select, update to haat_gatekeeper;

-- Calls a key has made in the current minute. Unlogged: a crash restarts the windows, nothing more. spec: Rate limits
unlogged table gate.rate_windows (
  key_id uuid not null,
  bucket text not null,
  minute bigint not null,
  used   integer not null,
  constraint rate_windows_pkey primary key (key_id, bucket),
  constraint rate_windows_bucket_check check (bucket in ('read', 'write'))
) with (fillfactor=20);
grant delete, insert, select, update to haat_gatekeeper;

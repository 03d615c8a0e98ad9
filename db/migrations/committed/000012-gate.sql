--! Previous: sha1:826ef048a06be610dae38df1c04c6bc4df177175
--! Hash: sha1:bdace975cb2d84e332d048a93f052e5566566493
--! Message: Gate

-- What the door keeps of calls: rate windows, answers by Idempotency-Key, pictures that are being fetched.

create unlogged table gate.rate_windows (
  key_id uuid not null,
  bucket text not null check (bucket in ('read', 'write')),
  minute bigint not null,
  used integer not null,
  primary key (key_id, bucket)
) with (fillfactor = 20);
comment on table gate.rate_windows is 'Calls a key has made in the current minute. Unlogged: a crash restarts the windows, nothing more. spec: Rate limits';

create table app.idempotency_keys (
  company_id uuid not null references app.companies,
  lineage_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  operation text not null,
  request_hash bytea not null,
  sqlstate text,
  message text,
  fields jsonb,
  "constraint" text,
  result text,
  request_id text,
  created_at timestamptz not null,
  primary key (lineage_id, key)
);
create index idempotency_keys_created_at_idx on app.idempotency_keys (created_at);
comment on table app.idempotency_keys is 'Answers of writes by Idempotency-Key, written in the transaction of the write itself. Kept 24 hours at least. decisions: 4';
comment on column app.idempotency_keys.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.idempotency_keys.lineage_id is 'The calling key and those it replaced.';
comment on column app.idempotency_keys.key is 'The Idempotency-Key header, or the tool''s argument.';
comment on column app.idempotency_keys.operation is 'What was called.';
comment on column app.idempotency_keys.request_hash is 'SHA-256 of the canonical request: another request under the same key is refused.';
comment on column app.idempotency_keys.sqlstate is 'The refusal that was answered; null for success.';
comment on column app.idempotency_keys.message is 'Its text.';
comment on column app.idempotency_keys.fields is 'Its fields.';
comment on column app.idempotency_keys."constraint" is 'The unique constraint that refused it.';
comment on column app.idempotency_keys.result is 'The document that was answered, word for word.';
comment on column app.idempotency_keys.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.idempotency_keys.created_at is 'When the row was written, by internal.now().';

-- What the doorman counts and holds while it fetches pictures, before an operation runs. spec: Image rules
create unlogged table gate.image_calls (
  key_id uuid not null,
  slot integer not null check (slot between 1 and 2),
  lease uuid not null,
  expires_at timestamptz not null,
  lineage_id uuid not null,
  idempotency_key text,
  primary key (key_id, slot)
);
comment on table gate.image_calls is 'Calls that carry pictures and are under way: two places a key, over all processes. A row and not a lock, because a lock would need a session and pgbouncer gives none; a process that dies leaves its place to expire.';
comment on column gate.image_calls.lineage_id is 'The first key of the caller''s rotation chain, which Idempotency-Keys belong to.';
comment on column gate.image_calls.idempotency_key is 'The Idempotency-Key of the call, so that its twin is told at once.';

create table gate.image_links (
  company_id uuid not null,
  day date not null,
  used integer not null,
  primary key (company_id, day)
);
comment on table gate.image_links is 'Picture links that a company has sent on a UTC day, over all its keys. Past days have no use.';

create type gate.caller as (
  sqlstate text,
  message text,
  key_id uuid,
  lineage_id uuid,
  key_name text,
  key_type text,
  key_store_id uuid,
  company_id uuid,
  store_ids uuid[],
  scopes text[],
  reads_per_minute integer,
  writes_per_minute integer
);
comment on type gate.caller is 'The holder of a key; sqlstate and message say why it is refused, null when it is good.';

create type gate.admission as (
  sqlstate text,
  message text,
  key_id uuid,
  company_id uuid,
  key_type text,
  key_scopes text[],
  rate_limit integer,
  rate_remaining integer,
  rate_reset bigint,
  retry_after integer
);
comment on type gate.admission is 'The answer of admission: refusal or null, and the rate window for the headers.';

create table internal.deployment (
  only_row boolean primary key default true check (only_row),
  media_url text not null,
  outbound_allow jsonb not null default '[]' check (jsonb_typeof(outbound_allow) = 'array')
);
comment on table internal.deployment is 'Facts of this installation that the database needs. media_url: where our images and videos are served, without a slash at the end. outbound_allow: what OUTBOUND_ALLOW names. Written at start.';

insert into internal.deployment (media_url) values ('http://127.0.0.1:4000/media');

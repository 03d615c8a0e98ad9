--! Previous: sha1:1316929e18ab0fc99c98ba17c7e6637c7377c4c9
--! Hash: sha1:771e858aae77ea238fd7b92bdf91c8f7600e9cef
--! Message: Gate

-- What the gate keeps of calls: rate windows, answers by Idempotency-Key, images that are being fetched.

create unlogged table gate.rate_windows (
  key_id uuid not null,
  bucket text not null check (bucket in ('read', 'write')),
  minute bigint not null,
  used integer not null,
  primary key (key_id, bucket)
) with (fillfactor = 20);

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
  primary key (lineage_id, key, company_id)
);
create index idempotency_keys_created_at_idx on app.idempotency_keys (created_at);

create unlogged table gate.image_calls (
  key_id uuid not null,
  slot integer not null check (slot between 1 and 2),
  lease uuid not null,
  expires_at timestamptz not null,
  lineage_id uuid not null,
  idempotency_key text,
  primary key (key_id, slot)
);

create table gate.image_links (
  company_id uuid not null,
  day date not null,
  used integer not null,
  primary key (company_id, day)
);

create type gate.caller as (
  sqlstate text, message text, key_id uuid, lineage_id uuid, key_name text, key_type text, key_store_id uuid,
  company_id uuid, store_ids uuid[], scopes text[], reads_per_minute integer, writes_per_minute integer);
comment on type gate.caller is
  'The holder of a key; sqlstate and message say why it is refused, null when it is good.';
comment on column gate.caller.sqlstate is 'Why the key is refused (HT001 to HT003); null when it is good.';
comment on column gate.caller.message is 'The refusal in words.';
comment on column gate.caller.key_id is 'The key; null when it is unknown.';
comment on column gate.caller.lineage_id is 'The first key of its rotation chain.';
comment on column gate.caller.key_name is 'What people call the key.';
comment on column gate.caller.key_type is 'store or company.';
comment on column gate.caller.key_store_id is 'The store of a store key; null for a company key.';
comment on column gate.caller.company_id is 'The company of the key.';
comment on column gate.caller.store_ids is 'The active stores that the key sees.';
comment on column gate.caller.scopes is 'What the key may do.';
comment on column gate.caller.reads_per_minute is 'Reads a minute that the plan allows the key.';
comment on column gate.caller.writes_per_minute is 'Writes a minute that the plan allows the key.';

create type gate.admission as (
  sqlstate text, message text, key_id uuid, company_id uuid, key_type text, key_scopes text[], rate_limit integer,
  rate_remaining integer, rate_reset bigint, retry_after integer);
comment on type gate.admission is 'The answer of admission: refusal or null, and the rate window for the headers.';
comment on column gate.admission.sqlstate is 'Why the call is refused (HT001 to HT005); null when it is admitted.';
comment on column gate.admission.message is 'The refusal in words.';
comment on column gate.admission.key_id is 'The key of the caller; null when it is unknown.';
comment on column gate.admission.company_id is 'The company of the key.';
comment on column gate.admission.key_type is 'store or company.';
comment on column gate.admission.key_scopes is 'What the key may do.';
comment on column gate.admission.rate_limit is 'Calls a minute that the key may make in this bucket.';
comment on column gate.admission.rate_remaining is 'Calls that are left in this minute.';
comment on column gate.admission.rate_reset is 'When the minute ends, in seconds since 1970.';
comment on column gate.admission.retry_after is
  'Seconds until the next try makes sense; null when the call is not over the limit.';

-- What a presented key turns out to be, and what admission says of a call. Composite types of the gate's own functions.
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
grant select on internal.deployment to haat_api, haat_staff, haat_worker, haat_gatekeeper;

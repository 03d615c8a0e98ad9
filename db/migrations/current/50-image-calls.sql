-- A call with pictures says which Idempotency-Key it came with.
truncate gate.image_calls;
alter table gate.image_calls
  drop column if exists lineage_id,
  drop column if exists idempotency_key,
  add column lineage_id uuid not null,
  add column idempotency_key text;
comment on column gate.image_calls.lineage_id is 'The first key of the caller''s rotation chain, which Idempotency-Keys belong to.';
comment on column gate.image_calls.idempotency_key is 'The Idempotency-Key of the call, so that its twin is told at once.';
grant create on schema gate to haat_gatekeeper;
set local role haat_gatekeeper;
drop function if exists gate.start_image_call(bytea, integer);
set local role haat_owner;
revoke create on schema gate from haat_gatekeeper;
--!include gate/start_image_call.sql

--! owner: haat_gatekeeper
-- Every secret that processes encrypt (server/secrets): the row it belongs to, its column and its text as stored.
create or replace view internal.stored_secrets with (security_barrier) as
  select 'webhook_endpoint:' || e.id as belongs_to, 'secret' as slot, e.secret as stored
  from app.webhook_endpoints e
  union all
  select 'webhook_endpoint:' || e.id, 'previous_secret', e.previous_secret
  from app.webhook_endpoints e
  where e.previous_secret is not null
  union all
  select 'staff_authenticator:' || a.id, 'seed', a.sealed_seed
  from app.staff_authenticators a
  union all
  select 'push_key:' || k.company_id, 'private_key', k.sealed_key
  from app.push_keys k;
comment on column internal.stored_secrets.belongs_to is 'The kind of row and its id; the encryption is bound to it.';
comment on column internal.stored_secrets.slot is 'The column of the row.';
comment on column internal.stored_secrets.stored is 'enc1:<key id>:<ciphertext>, or the secret in clear.';

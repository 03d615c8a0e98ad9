--! Previous: sha1:308d8e8ab694ac793ff21aa5dfb86a2c98b69e70
--! Hash: sha1:7d06991ef0b0697821941b84ade0fb69e13d5bdd
--! Message: changes read by keys

--! split: 1-current.sql
-- Changes are read by keys that have the scope changes:read: by type in each store, and there by who made them.
alter table app.api_keys drop constraint if exists api_keys_scopes_are_known;
alter table app.api_keys add constraint api_keys_scopes_are_known check (scopes <@ array['products:read',
  'orders:read', 'customers:read', 'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read',
  'payments:read', 'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write',
  'payments:write', 'videos:write', 'parcels:read', 'parcels:write', 'returns:read', 'returns:write',
  'webhooks:read', 'webhooks:write', 'changes:read']);

create index if not exists changes_type_idx on app.changes
  (company_id, store_id, record_type, created_at desc, id desc);
create index if not exists changes_actor_idx on app.changes
  (company_id, store_id, actor_type, actor_id, record_type, created_at desc, id desc);

-- Rows of the journal are written by one trigger, with values that it makes itself. Postgres reads each CHECK anew for
-- every row of it: four of them cost more than these two indexes. What a row should be is told by the seals.
alter table app.changes
  drop constraint if exists changes_action_check,
  drop constraint if exists changes_deleted_has_no_hash,
  drop constraint if exists changes_record_digest_check,
  drop constraint if exists changes_record_type_check;

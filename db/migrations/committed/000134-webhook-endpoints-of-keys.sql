--! Previous: sha1:9694927096e7d3cc6c3e163136723435532cceeb
--! Hash: sha1:54c87074c33bf078252f2dac1b357ce6fc01167c
--! Message: webhook endpoints of keys

--! split: 1-current.sql
-- Webhook endpoints of API keys: scopes of their own, and the chain of keys that an endpoint belongs to. What is
-- removed goes after a day, since events that are being written may still point at it.
alter table app.api_keys drop constraint if exists api_keys_scopes_are_known;
alter table app.api_keys add constraint api_keys_scopes_are_known check (scopes <@ array['products:read',
  'orders:read', 'customers:read', 'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read',
  'payments:read', 'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write',
  'payments:write', 'videos:write', 'parcels:read', 'parcels:write', 'returns:read', 'returns:write',
  'webhooks:read', 'webhooks:write']);

alter table app.webhook_endpoints add column if not exists key_lineage_id uuid;
alter table app.webhook_endpoints add column if not exists removed_at timestamptz;
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_key_lineage_id_fkey;
alter table app.webhook_endpoints add constraint webhook_endpoints_key_lineage_id_fkey
  foreign key (company_id, key_lineage_id) references app.api_keys (company_id, id);
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_disabled_reason_check;
alter table app.webhook_endpoints add constraint webhook_endpoints_disabled_reason_check
  check (disabled_reason in ('staff', 'gone', 'failing', 'integration', 'key_gone', 'removed'));
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_removed_are_disabled;
alter table app.webhook_endpoints add constraint webhook_endpoints_removed_are_disabled
  check (removed_at is null or status = 'disabled');
create index if not exists webhook_endpoints_key_lineage_id_idx on app.webhook_endpoints
  (store_id, key_lineage_id, created_at desc, id desc) where key_lineage_id is not null;
create index if not exists webhook_endpoints_removed_at_idx on app.webhook_endpoints (removed_at)
  where removed_at is not null;

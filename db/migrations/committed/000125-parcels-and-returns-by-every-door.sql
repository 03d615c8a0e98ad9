--! Previous: sha1:21b57da454584ef97e2214fb1ebddd597c58aea9
--! Hash: sha1:8ef4634602f39f7ffaa52bc61648a9938b00e445
--! Message: parcels and returns by every door

--! split: 1-current.sql
-- Keys for couriers and for returns: scopes of their own. Parcels weigh something and carry a remark. Lists of parcels
-- and of returns have an index for each way in which they are asked.
alter table app.api_keys drop constraint if exists api_keys_scopes_are_known;
alter table app.api_keys add constraint api_keys_scopes_are_known check (scopes <@ array['products:read',
  'orders:read', 'customers:read', 'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read',
  'payments:read', 'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write',
  'payments:write', 'videos:write', 'parcels:read', 'parcels:write', 'returns:read', 'returns:write']);

alter table app.parcels add column if not exists weight_grams integer;
alter table app.parcels drop constraint if exists parcels_weight_grams_check;
alter table app.parcels add constraint parcels_weight_grams_check check (weight_grams between 1 and 1000000);
alter table app.parcels add column if not exists note text;
alter table app.parcels drop constraint if exists parcels_note_check;
alter table app.parcels add constraint parcels_note_check check (length(note) <= 2000);

create index if not exists parcels_company_id_created_at_idx on app.parcels
  (company_id, created_at desc, id desc);
create index if not exists parcels_store_id_created_at_idx on app.parcels
  (store_id, created_at desc, id desc);
create index if not exists parcels_status_idx on app.parcels
  (store_id, status, created_at desc, id desc);
create index if not exists parcels_of_courier_idx on app.parcels
  (store_id, courier_id, status, created_at desc, id desc) where courier_id is not null;

create index if not exists returns_company_id_created_at_idx on app.returns
  (company_id, created_at desc, id desc);
create index if not exists returns_store_id_created_at_idx on app.returns
  (store_id, created_at desc, id desc);
create index if not exists returns_status_idx on app.returns
  (store_id, status, created_at desc, id desc);

create index if not exists parcels_lifespans_idx on app.parcels
  (store_id, internal.lifespan_class(updated_at - created_at), created_at, id);
create index if not exists returns_lifespans_idx on app.returns
  (store_id, internal.lifespan_class(updated_at - created_at), created_at, id);

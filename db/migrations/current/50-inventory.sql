-- Stock: one level a variant and location, and the ledger that explains it.
create table app.inventory_levels (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  location_id uuid not null,
  variant_id uuid not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, location_id) references app.locations (company_id, id),
  foreign key (store_id, variant_id) references app.variants (store_id, id),
  constraint inventory_levels_variant_location_key unique (variant_id, location_id),
  constraint inventory_levels_on_hand_is_never_negative check (on_hand >= 0),
  constraint inventory_levels_reserved_within_on_hand check (reserved between 0 and on_hand)
) with (fillfactor = 80);
create index inventory_levels_store_id_created_at_idx on app.inventory_levels (store_id, created_at desc, id desc);
create index inventory_levels_company_id_created_at_idx on app.inventory_levels (company_id, created_at desc, id desc);
create index inventory_levels_location_id_idx on app.inventory_levels (company_id, location_id);
comment on table app.inventory_levels is 'How many of a variant stand at a location, and how many of them are promised. available = on_hand - reserved. spec: Inventory level';
comment on column app.inventory_levels.last_sequence is 'Sequence of the newest ledger row of this level.';

create table app.stock_movements (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  location_id uuid not null,
  variant_id uuid not null,
  sku text not null,
  sequence bigint not null check (sequence > 0),
  type text not null check (type in ('purchase', 'return', 'adjustment', 'damage', 'reservation', 'release', 'sale', 'return_receipt')),
  quantity_change integer not null,
  reserved_change integer not null,
  on_hand_after integer not null check (on_hand_after >= 0),
  reserved_after integer not null check (reserved_after >= 0),
  reason text check (length(reason) <= 1000),
  reference_type text check (reference_type in ('order', 'adjustment', 'return')),
  reference_id uuid,
  reference_number text,
  unit_cost numeric(14, 4),
  average_cost_after numeric(14, 4),
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system')),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, location_id) references app.locations (company_id, id),
  foreign key (store_id, variant_id) references app.variants (store_id, id),
  constraint stock_movements_sequence_key unique (variant_id, location_id, sequence),
  constraint stock_movements_reserved_within_on_hand check (reserved_after <= on_hand_after),
  constraint stock_movements_change_something check (quantity_change <> 0 or reserved_change <> 0)
);
create index stock_movements_store_id_created_at_idx on app.stock_movements (store_id, created_at desc, id desc);
create index stock_movements_company_id_created_at_idx on app.stock_movements (company_id, created_at desc, id desc);
create index stock_movements_variant_id_idx on app.stock_movements (variant_id, created_at desc, id desc);
create index stock_movements_location_id_idx on app.stock_movements (company_id, location_id, created_at desc, id desc);
create index stock_movements_rare_type_idx on app.stock_movements (company_id, type, created_at desc, id desc) where type not in ('reservation', 'release', 'sale');
create index stock_movements_reference_id_idx on app.stock_movements (reference_id) where reference_id is not null;
comment on table app.stock_movements is 'The stock ledger: append only, one row a change of a level, sequence without holes per level. A correction is a new row. decisions: 2';
comment on column app.stock_movements.unit_cost is 'Cost of one unit: of the purchase, or the average at a loss or sale. In the store''s currency; never in a response.';

create table app.activity_log (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  store_id uuid,
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null check (length(action) between 1 and 100),
  object_type text not null check (length(object_type) between 1 and 50),
  object_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null,
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index activity_log_company_id_created_at_idx on app.activity_log (company_id, created_at desc, id desc);
create index activity_log_object_id_idx on app.activity_log (company_id, object_id) where object_id is not null;
comment on table app.activity_log is 'Who did what, with before and after for money and access. Append only.';

create table app.events (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  sequence bigint generated always as identity,
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  object_id uuid,
  object json not null,
  previous jsonb,
  request_id text,
  created_at timestamptz not null,
  unique (store_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index events_store_id_created_at_idx on app.events (store_id, created_at desc, id desc);
create index events_company_id_created_at_idx on app.events (company_id, created_at desc, id desc);
create index events_object_id_idx on app.events (store_id, object_id);
comment on table app.events is 'The outbox: a row in the transaction of the change that causes it. sequence rises, so a receiver can drop what is older. decisions: 7';

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

create unlogged table gate.rate_windows (
  key_id uuid not null,
  bucket text not null check (bucket in ('read', 'write')),
  minute bigint not null,
  used integer not null,
  primary key (key_id, bucket)
) with (fillfactor = 20);
comment on table gate.rate_windows is 'Calls a key has made in the current minute. Unlogged: a crash restarts the windows, nothing more. spec: Rate limits';
grant select, insert, update, delete on gate.rate_windows to haat_gatekeeper;

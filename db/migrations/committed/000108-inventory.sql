--! Previous: sha1:2ecf7eeb4e5dda07b49358b8d03aca1b78406041
--! Hash: sha1:54efad5498728045ed08ee8a04ea2142bbab754c
--! Message: Inventory

-- Stock: one level a variant and location, the ledger that explains it, the documents that change it, and the seals of
-- the ledger.

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
  low_stock_threshold integer not null default 0,
  is_low_stock boolean not null generated always as ((on_hand - reserved) <= low_stock_threshold) stored,
  constraint inventory_levels_variant_location_key unique (variant_id, location_id, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, location_id) references app.locations (company_id, id),
  constraint inventory_levels_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id)
    references app.variants (company_id, store_id, id),
  constraint inventory_levels_on_hand_is_never_negative check (on_hand >= 0),
  constraint inventory_levels_reserved_within_on_hand check (reserved between 0 and on_hand)
) with (fillfactor = 80);
create index inventory_levels_store_id_created_at_idx on app.inventory_levels (store_id, created_at desc, id desc);
create index inventory_levels_company_id_created_at_idx
  on app.inventory_levels (company_id, created_at desc, id desc);
create index inventory_levels_location_id_idx on app.inventory_levels (company_id, location_id);
create index inventory_levels_groups_idx on app.inventory_levels (store_id, location_id, is_low_stock, created_at
  desc, id desc);

create table app.stock_movements (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  location_id uuid not null,
  variant_id uuid not null,
  sku text not null,
  sequence bigint not null check (sequence > 0),
  type text not null check (type in ('purchase', 'return', 'adjustment', 'damage', 'reservation', 'release', 'sale',
    'return_receipt')),
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
  constraint stock_movements_sequence_key unique (variant_id, location_id, sequence),
  foreign key (company_id, store_id) references app.stores (company_id, id) not enforced,
  foreign key (company_id, location_id) references app.locations (company_id, id),
  constraint stock_movements_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id)
    references app.variants (company_id, store_id, id),
  constraint stock_movements_reserved_within_on_hand check (reserved_after <= on_hand_after),
  constraint stock_movements_change_something check (quantity_change <> 0 or reserved_change <> 0)
);
create index stock_movements_store_id_created_at_idx on app.stock_movements (store_id, created_at desc, id desc);
create index stock_movements_company_id_created_at_idx
  on app.stock_movements (company_id, created_at desc, id desc);
create index stock_movements_variant_id_idx on app.stock_movements (variant_id, created_at desc, id desc);
create index stock_movements_location_id_idx
  on app.stock_movements (company_id, location_id, created_at desc, id desc);
create index stock_movements_rare_type_idx on app.stock_movements (company_id, type, created_at desc, id desc)
  where type not in ('reservation', 'release', 'sale');
create index stock_movements_reference_id_idx on app.stock_movements (reference_id) where reference_id is not null;
create index stock_movements_rare_of_variant_idx on app.stock_movements (variant_id, created_at desc, id desc)
  where type not in ('reservation', 'release', 'sale');

-- Tamper evidence of the stock ledger, stored apart from it.
--
-- A seal covers, for some levels of one company, the ledger rows after those that earlier seals cover. What is covered
-- is said by sequence, not by time: a row's sequence is given under the lock of its level, so when row n is visible,
-- every row before it is. No row can turn up late inside what was sealed, whatever its transaction took, and sealing
-- needs neither a safety margin nor a lock that a writer would notice.
--
-- The seals of a company form a chain by previous_hash. Each segment keeps, beside the digest of its rows, the first
-- 8 bytes of each row's digest: they cost 8 bytes a row (80 MB for ten million) and let verify_seals name the row.
create table app.ledger_seals (
  company_id uuid not null references app.companies,
  number bigint not null check (number > 0),
  row_count integer not null check (row_count > 0),
  upto timestamptz not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  primary key (company_id, number)
);

create table app.ledger_seal_segments (
  company_id uuid not null,
  number bigint not null,
  variant_id uuid not null,
  location_id uuid not null,
  first_sequence bigint not null check (first_sequence > 0),
  last_sequence bigint not null,
  digest bytea not null check (length(digest) = 32),
  row_prints bytea not null,
  primary key (company_id, number, variant_id, location_id),
  foreign key (company_id, number) references app.ledger_seals (company_id, number) deferrable initially deferred,
  check (last_sequence >= first_sequence),
  constraint ledger_seal_segments_one_print_a_row
    check (length(row_prints) = (8 * (last_sequence - first_sequence + 1)))
);
create index ledger_seal_segments_variant_id_idx
  on app.ledger_seal_segments (variant_id, location_id, last_sequence desc);

-- Documents of the stock: purchases with what came of them, counts, transfers. Each books its rows of the ledger under
-- its own id and number.
create table app.document_numbers (
  company_id uuid not null references app.companies,
  prefix text not null check (prefix in ('PUR', 'GRN', 'CNT', 'TRF')),
  last_number bigint not null check (last_number > 0),
  primary key (company_id, prefix)
);

create table app.purchases (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  location_id uuid not null,
  number text not null,
  supplier_name text check (length(supplier_name) between 1 and 200),
  supplier_document text check (length(supplier_document) between 1 and 100),
  note text check (length(note) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'partly_received', 'received', 'closed')),
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint purchases_number_key unique (company_id, number),
  foreign key (company_id, location_id) references app.locations (company_id, id)
);
create index purchases_created_at_idx on app.purchases (company_id, created_at desc, id desc);
create index purchases_location_id_idx on app.purchases (company_id, location_id);

create table app.purchase_lines (
  purchase_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  line integer not null check (line >= 0),
  sku text not null,
  quantity integer not null check (quantity > 0),
  received_quantity integer not null default 0 check (received_quantity >= 0),
  unit_cost numeric(12, 2) not null check (unit_cost >= 0),
  primary key (purchase_id, variant_id),
  foreign key (company_id, purchase_id) references app.purchases (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, variant_id) references app.variants (company_id, store_id, id)
);
create index purchase_lines_variant_id_idx on app.purchase_lines (store_id, variant_id);

create table app.goods_receipts (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  purchase_id uuid not null,
  corrects_id uuid,
  number text not null,
  supplier_document text check (length(supplier_document) between 1 and 100),
  note text check (length(note) between 1 and 1000),
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  unique (company_id, id),
  constraint goods_receipts_number_key unique (company_id, number),
  foreign key (company_id, purchase_id) references app.purchases (company_id, id),
  foreign key (company_id, corrects_id) references app.goods_receipts (company_id, id)
);
create index goods_receipts_purchase_id_idx on app.goods_receipts (company_id, purchase_id);
create index goods_receipts_corrects_id_idx on app.goods_receipts (company_id, corrects_id);
create index goods_receipts_created_at_idx on app.goods_receipts (company_id, created_at desc, id desc);

create table app.goods_receipt_lines (
  receipt_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  line integer not null check (line >= 0),
  sku text not null,
  quantity integer not null check (quantity <> 0),
  unit_cost numeric(12, 2) not null check (unit_cost >= 0),
  primary key (receipt_id, variant_id),
  foreign key (company_id, receipt_id) references app.goods_receipts (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, variant_id) references app.variants (company_id, store_id, id)
);
create index goods_receipt_lines_variant_id_idx on app.goods_receipt_lines (store_id, variant_id);

create table app.stock_counts (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  location_id uuid not null,
  number text not null,
  reason text not null check (length(reason) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'booked', 'cancelled')),
  actor_id uuid,
  actor_name text not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint stock_counts_number_key unique (company_id, number),
  foreign key (company_id, location_id) references app.locations (company_id, id),
  constraint stock_counts_ended_unless_open check ((ended_at is null) = (status = 'open'))
);
create index stock_counts_created_at_idx on app.stock_counts (company_id, created_at desc, id desc);
create index stock_counts_location_id_idx on app.stock_counts (company_id, location_id);

create table app.stock_count_lines (
  count_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  line integer not null check (line >= 0),
  sku text not null,
  expected_quantity integer not null check (expected_quantity >= 0),
  counted_quantity integer not null check (counted_quantity >= 0),
  difference_quantity integer not null generated always as (counted_quantity - expected_quantity) stored,
  counted_at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  primary key (count_id, variant_id),
  foreign key (company_id, count_id) references app.stock_counts (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, variant_id) references app.variants (company_id, store_id, id)
);
create index stock_count_lines_variant_id_idx on app.stock_count_lines (store_id, variant_id);

create table app.stock_transfers (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  from_location_id uuid not null,
  to_location_id uuid not null,
  number text not null,
  reason text check (length(reason) between 1 and 1000),
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  unique (company_id, id),
  constraint stock_transfers_number_key unique (company_id, number),
  foreign key (company_id, from_location_id) references app.locations (company_id, id),
  foreign key (company_id, to_location_id) references app.locations (company_id, id),
  constraint stock_transfers_between_two_locations check (from_location_id <> to_location_id)
);
create index stock_transfers_created_at_idx on app.stock_transfers (company_id, created_at desc, id desc);
create index stock_transfers_from_location_id_idx on app.stock_transfers (company_id, from_location_id);
create index stock_transfers_to_location_id_idx on app.stock_transfers (company_id, to_location_id);

create table app.stock_transfer_lines (
  transfer_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  variant_id uuid not null,
  line integer not null check (line >= 0),
  sku text not null,
  quantity integer not null check (quantity > 0),
  primary key (transfer_id, variant_id),
  foreign key (company_id, transfer_id) references app.stock_transfers (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, variant_id) references app.variants (company_id, store_id, id)
);
create index stock_transfer_lines_variant_id_idx on app.stock_transfer_lines (store_id, variant_id);

-- Which variants have no inventory level at which location (missing_only): what is not there has no index. No keys to
-- other tables: triggers alone write it.
create table app.missing_levels (
  company_id uuid not null,
  store_id uuid not null,
  location_id uuid not null,
  is_archived boolean not null,
  created_at timestamptz not null,
  variant_id uuid not null,
  primary key (store_id, location_id, is_archived, created_at, variant_id, company_id)
);

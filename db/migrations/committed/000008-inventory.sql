--! Previous: sha1:bca83f74fce921c765d2fd0833b5d2a4176e7328
--! Hash: sha1:d6c8391be35207f230fef3732f1ad97b8fcae137
--! Message: Inventory

-- Stock: one level a variant and location, the ledger that explains it, and the seals of the ledger.

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
create index inventory_levels_company_id_created_at_idx on app.inventory_levels (company_id, created_at desc,
  id desc);
create index inventory_levels_location_id_idx on app.inventory_levels (company_id, location_id);
comment on table app.inventory_levels is 'How many of a variant stand at a location, and how many of them are promised. available = on_hand - reserved. spec: Inventory level';
comment on column app.inventory_levels.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.inventory_levels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.inventory_levels.store_id is 'The store. The fence compares it.';
comment on column app.inventory_levels.location_id is 'Where it stands.';
comment on column app.inventory_levels.variant_id is 'What stands there.';
comment on column app.inventory_levels.on_hand is 'Units on the shelf: the sum of quantity_change of its movements.';
comment on column app.inventory_levels.reserved is 'Units of them promised to orders: the sum of reserved_change.';
comment on column app.inventory_levels.last_sequence is 'Sequence of the newest ledger row of this level.';
comment on column app.inventory_levels.created_at is 'When the row was written, by internal.now().';
comment on column app.inventory_levels.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.stock_movements (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  location_id uuid not null,
  variant_id uuid not null,
  sku text not null,
  sequence bigint not null check (sequence > 0),
  type text not null
    check (type in ('purchase', 'return', 'adjustment', 'damage', 'reservation', 'release', 'sale',
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
create index stock_movements_location_id_idx on app.stock_movements (company_id, location_id, created_at desc,
  id desc);
create index stock_movements_rare_type_idx on app.stock_movements (company_id, type, created_at desc, id desc)
  where type not in ('reservation', 'release', 'sale');
create index stock_movements_reference_id_idx on app.stock_movements (reference_id) where reference_id is not null;
comment on table app.stock_movements is 'The stock ledger: append only, one row a change of a level, sequence without holes per level. A correction is a new row. decisions: 2';
comment on column app.stock_movements.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.stock_movements.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_movements.store_id is 'The store. The fence compares it.';
comment on column app.stock_movements.location_id is 'Level: the location.';
comment on column app.stock_movements.variant_id is 'Level: the variant.';
comment on column app.stock_movements.sku is 'SKU as it was then.';
comment on column app.stock_movements.sequence is '1, 2, 3 ... per level, without holes: given under the level''s lock.';
comment on column app.stock_movements.type is 'purchase, return, adjustment, damage (people); reservation, release, sale, return_receipt (orders).';
comment on column app.stock_movements.quantity_change is 'Change of on hand, in units.';
comment on column app.stock_movements.reserved_change is 'Change of reserved, in units.';
comment on column app.stock_movements.on_hand_after is 'On hand after this row: the row before plus the change.';
comment on column app.stock_movements.reserved_after is 'Reserved after this row.';
comment on column app.stock_movements.reason is 'Why, in the words of who booked it.';
comment on column app.stock_movements.reference_type is 'What it belongs to: order, return or adjustment.';
comment on column app.stock_movements.reference_id is 'Its id. All rows of one adjustment or stock count share one.';
comment on column app.stock_movements.reference_number is 'Its number, where it has one.';
comment on column app.stock_movements.unit_cost is 'Cost of one unit: of the purchase, or the average at a loss or sale. In the store''s currency; never in a response.';
comment on column app.stock_movements.average_cost_after is 'Moving average of the variant after this row.';
comment on column app.stock_movements.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column app.stock_movements.actor_id is 'The key or the staff member; null for the system.';
comment on column app.stock_movements.actor_name is 'Their name as it was then.';
comment on column app.stock_movements.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.stock_movements.created_at is 'When the row was written, by internal.now().';

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
comment on table app.ledger_seals is 'Seals of the stock ledger: per company a chain of hashes over the rows sealed each hour. Append only. Checked by ledger.verify_seals().';
comment on column app.ledger_seals.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.ledger_seals.number is '1, 2, 3 ... per company.';
comment on column app.ledger_seals.row_count is 'How many ledger rows it covers.';
comment on column app.ledger_seals.upto is 'Booking time of the newest row it covers. For people; what is covered is said by sequences.';
comment on column app.ledger_seals.previous_hash is 'Hash of the seal before it; for the first the SHA-256 of nothing.';
comment on column app.ledger_seals.hash is 'SHA-256 over previous_hash, this row and its segments (internal.seal_hash).';
comment on column app.ledger_seals.sealed_at is 'When it was made.';

create table app.ledger_seal_segments (
  company_id uuid not null,
  number bigint not null,
  variant_id uuid not null,
  location_id uuid not null,
  first_sequence bigint not null check (first_sequence > 0),
  last_sequence bigint not null check (last_sequence >= first_sequence),
  digest bytea not null check (length(digest) = 32),
  row_prints bytea not null,
  primary key (company_id, number, variant_id, location_id),
  -- Deferred: the segments come first, their seal is the hash over them.
  foreign key (company_id, number) references app.ledger_seals (company_id, number) deferrable initially deferred,
  constraint ledger_seal_segments_one_print_a_row
    check (length(row_prints) = 8 * (last_sequence - first_sequence + 1))
);
create index ledger_seal_segments_variant_id_idx on app.ledger_seal_segments (variant_id, location_id,
  last_sequence desc);
comment on table app.ledger_seal_segments is 'Which ledger rows a seal covers: a run of one level''s sequence, with the digest of those rows. Append only.';
comment on column app.ledger_seal_segments.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.ledger_seal_segments.number is 'The seal it belongs to.';
comment on column app.ledger_seal_segments.variant_id is 'Level: the variant.';
comment on column app.ledger_seal_segments.location_id is 'Level: the location.';
comment on column app.ledger_seal_segments.first_sequence is 'First ledger row covered.';
comment on column app.ledger_seal_segments.last_sequence is 'Last ledger row covered.';
comment on column app.ledger_seal_segments.digest is 'SHA-256 over the SHA-256 of each row, in order.';
comment on column app.ledger_seal_segments.row_prints is 'The first 8 bytes of each row''s SHA-256: to name the row that was changed.';

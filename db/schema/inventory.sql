-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- The last number of each kind of stock document: 1, 2, 3 ... a company, without holes.
table app.document_numbers (
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- PUR (purchases), GRN (goods receipts), CNT (counts), TRF (transfers).
  prefix      text not null,
  -- The last one given.
  last_number bigint not null,
  constraint document_numbers_pkey primary key (company_id, prefix),
  constraint document_numbers_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint document_numbers_last_number_check check (last_number > 0),
  constraint document_numbers_prefix_check check (prefix in ('PUR', 'GRN', 'CNT', 'TRF'))
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba;

-- How many units of a variant came with a receipt, at what cost. Append only.
table app.goods_receipt_lines (
  -- Its receipt.
  receipt_id uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- What came.
  variant_id uuid not null,
  -- Its place in the list, from 0.
  line       integer not null,
  -- SKU as it was then.
  sku        text not null,
  -- Units that came; negative in a correction.
  quantity   integer not null,
  -- What the supplier charges, or gives back, for one unit, in the store's currency.
  unit_cost  numeric(12,2) not null,
  constraint goods_receipt_lines_pkey primary key (receipt_id, variant_id),
  constraint goods_receipt_lines_company_id_receipt_id_fkey foreign key (company_id, receipt_id) references app.goods_receipts(company_id, id),
  constraint goods_receipt_lines_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint goods_receipt_lines_company_id_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint goods_receipt_lines_line_check check (line >= 0),
  constraint goods_receipt_lines_quantity_check check (quantity <> 0),
  constraint goods_receipt_lines_unit_cost_check check (unit_cost >= 0)
);
create index goods_receipt_lines_variant_id_idx on app.goods_receipt_lines using btree (store_id, variant_id);
trigger _400_journal after insert or delete or update on app.goods_receipt_lines for each row execute function internal.tg__journal('goods_receipt_line', 'receipt_id variant_id', '', '', '');
trigger _900_append_only before delete or update or truncate on app.goods_receipt_lines for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select (receipt_id, company_id, store_id, variant_id, line, sku, quantity) to haat_staff;
grant select to haat_dba, haat_gatekeeper;

-- Goods of a purchase that came at once, or the correction of an earlier receipt. Append only.
table app.goods_receipts (
  -- UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.
  id                uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id        uuid not null,
  -- Its purchase.
  purchase_id       uuid not null,
  -- The receipt of which goods are taken back, where this is a correction.
  corrects_id       uuid,
  -- GRN-1, GRN-2 ... in the company; its ledger rows show it.
  number            text not null,
  -- Number of the supplier's delivery note or invoice.
  supplier_document text,
  -- A remark; of a correction: why.
  note              text,
  -- The staff member who wrote it; null for the system.
  actor_id          uuid,
  -- Their name as it was then.
  actor_name        text not null,
  -- When the row was written, by internal.now().
  created_at        timestamptz not null,
  constraint goods_receipts_pkey primary key (id),
  constraint goods_receipts_company_id_id_key unique (company_id, id),
  constraint goods_receipts_number_key unique (company_id, number),
  constraint goods_receipts_company_id_corrects_id_fkey foreign key (company_id, corrects_id) references app.goods_receipts(company_id, id),
  constraint goods_receipts_company_id_purchase_id_fkey foreign key (company_id, purchase_id) references app.purchases(company_id, id),
  constraint goods_receipts_note_check check (length(note) >= 1 and length(note) <= 1000),
  constraint goods_receipts_supplier_document_check check (length(supplier_document) >= 1 and length(supplier_document) <= 100)
);
create index goods_receipts_corrects_id_idx on app.goods_receipts using btree (company_id, corrects_id);
create index goods_receipts_created_at_idx on app.goods_receipts using btree (company_id, created_at desc, id desc);
create index goods_receipts_purchase_id_idx on app.goods_receipts using btree (company_id, purchase_id);
trigger _100_stamp_created_at before insert on app.goods_receipts for each row execute function internal.tg__stamp_created_at();
trigger _400_journal after insert or delete or update on app.goods_receipts for each row execute function internal.tg__journal('goods_receipt', 'id', '', '', '');
trigger _900_append_only before delete or update or truncate on app.goods_receipts for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- How many of a variant stand at a location, and how many of them are promised. available = on_hand - reserved.
table app.inventory_levels (
  -- UUIDv7: opaque to clients, rising with time.
  id                   uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id           uuid not null,
  -- The store. The fence compares it.
  store_id             uuid not null,
  -- The location of these units.
  location_id          uuid not null,
  -- The variant of these units.
  variant_id           uuid not null,
  -- Units on the shelf: the sum of quantity_change of its movements.
  on_hand              integer not null default 0,
  -- Units of them promised to orders: the sum of reserved_change.
  reserved             integer not null default 0,
  -- Sequence of the newest ledger row of this level.
  last_sequence        bigint not null default 0,
  -- When the row was written, by internal.now().
  created_at           timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at           timestamptz not null,
  -- The variant's, in units.
  low_stock_threshold  integer not null default 0,
  -- Available units are at or below the threshold.
  is_low_stock         boolean not null generated always as (((on_hand - reserved) <= low_stock_threshold)) stored,
  -- When low_stock_threshold was last changed, or taken with the new level; null: before there was this column. Levels
  -- that changed without a movement are found by it.
  threshold_changed_at timestamptz,
  -- Where its goods lie there, such as A-03; null: nowhere special.
  bin                  text,
  constraint inventory_levels_pkey primary key (id),
  constraint inventory_levels_variant_location_key unique (variant_id, location_id, company_id),
  constraint inventory_levels_company_id_location_id_fkey foreign key (company_id, location_id) references app.locations(company_id, id),
  constraint inventory_levels_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint inventory_levels_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint inventory_levels_bin_check check (length(bin) >= 1 and length(bin) <= 50),
  constraint inventory_levels_last_sequence_check check (last_sequence >= 0),
  constraint inventory_levels_on_hand_is_never_negative check (on_hand >= 0),
  constraint inventory_levels_reserved_within_on_hand check (reserved >= 0 and reserved <= on_hand)
) with (fillfactor=80);
create index inventory_levels_company_id_created_at_idx on app.inventory_levels using btree (company_id, created_at desc, id desc);
create index inventory_levels_groups_idx on app.inventory_levels using btree (store_id, location_id, is_low_stock, created_at desc, id desc);
create index inventory_levels_location_id_idx on app.inventory_levels using btree (company_id, location_id);
create index inventory_levels_store_id_created_at_idx on app.inventory_levels using btree (store_id, created_at desc, id desc);
create index inventory_levels_threshold_changed_at_idx on app.inventory_levels using btree (store_id, threshold_changed_at desc);
trigger _100_stamp_times before insert or update on app.inventory_levels for each row execute function internal.tg__stamp_times();
trigger _200_take_threshold before insert on app.inventory_levels for each row execute function internal.tg_inventory_levels__take_threshold();
trigger _500_fill_missing after insert on app.inventory_levels for each row execute function internal.tg_inventory_levels__fill_missing();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Which ledger rows a seal covers: a run of one level's sequence, with the digest of those rows. Append only.
table app.ledger_seal_segments (
  -- The tenant. On every row: the fence compares it.
  company_id     uuid not null,
  -- The seal it belongs to.
  number         bigint not null,
  -- Level: the variant.
  variant_id     uuid not null,
  -- Level: the location.
  location_id    uuid not null,
  -- First ledger row covered.
  first_sequence bigint not null,
  -- Last ledger row covered.
  last_sequence  bigint not null,
  -- SHA-256 over the SHA-256 of each row, in order.
  digest         bytea not null,
  -- The first 8 bytes of each row's SHA-256: to name the row that was changed.
  row_prints     bytea not null,
  constraint ledger_seal_segments_pkey primary key (company_id, number, variant_id, location_id),
  constraint ledger_seal_segments_company_id_number_fkey foreign key (company_id, number) references app.ledger_seals(company_id, number) deferrable initially deferred,
  constraint ledger_seal_segments_check check (last_sequence >= first_sequence),
  constraint ledger_seal_segments_digest_check check (length(digest) = 32),
  constraint ledger_seal_segments_first_sequence_check check (first_sequence > 0),
  constraint ledger_seal_segments_one_print_a_row check (length(row_prints) = (8 * (last_sequence - first_sequence + 1)))
);
create index ledger_seal_segments_variant_id_idx on app.ledger_seal_segments using btree (variant_id, location_id, last_sequence desc);
trigger _900_append_only before delete or update or truncate on app.ledger_seal_segments for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant insert, select to haat_gatekeeper;
grant select to haat_dba;

-- Seals of the stock ledger: per company a chain of hashes over the rows sealed each hour. Append only. Checked by
-- ledger.verify_seals().
table app.ledger_seals (
  -- The tenant. On every row: the fence compares it.
  company_id    uuid not null,
  -- 1, 2, 3 ... per company.
  number        bigint not null,
  -- How many ledger rows it covers.
  row_count     integer not null,
  -- Booking time of the newest row it covers. For people; what is covered is said by sequences.
  upto          timestamptz not null,
  -- Hash of the seal before it; for the first the SHA-256 of nothing.
  previous_hash bytea not null,
  -- SHA-256 over previous_hash, this row and its segments (internal.seal_hash).
  hash          bytea not null,
  -- When it was made.
  sealed_at     timestamptz not null,
  constraint ledger_seals_pkey primary key (company_id, number),
  constraint ledger_seals_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint ledger_seals_hash_check check (length(hash) = 32),
  constraint ledger_seals_number_check check (number > 0),
  constraint ledger_seals_previous_hash_check check (length(previous_hash) = 32),
  constraint ledger_seals_row_count_check check (row_count > 0)
);
trigger _900_append_only before delete or update or truncate on app.ledger_seals for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant insert, select to haat_gatekeeper;
grant select to haat_dba;

-- Variants that have no inventory level at a location, by location and time. Written by triggers of variants,
-- inventory_levels, locations and products; ledger.check_missing_levels proves it.
table app.missing_levels (
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- The location that has no level of the variant.
  location_id uuid not null,
  -- Whether its product is archived: then it is not listed.
  is_archived boolean not null,
  -- When the variant was written, for the order of the list.
  created_at  timestamptz not null,
  -- The variant.
  variant_id  uuid not null,
  constraint missing_levels_pkey primary key (store_id, location_id, is_archived, created_at, variant_id, company_id)
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- What a purchase expects of one variant, and how much has come: the sum of its receipts.
table app.purchase_lines (
  -- Its purchase.
  purchase_id       uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id        uuid not null,
  -- The store. The fence compares it.
  store_id          uuid not null,
  -- What is bought.
  variant_id        uuid not null,
  -- Its place in the list, from 0.
  line              integer not null,
  -- SKU as it was then.
  sku               text not null,
  -- Units expected.
  quantity          integer not null,
  -- Units that came, less those that went back.
  received_quantity integer not null default 0,
  -- Agreed cost of one unit, in the store's currency.
  unit_cost         numeric(12,2) not null,
  constraint purchase_lines_pkey primary key (purchase_id, variant_id),
  constraint purchase_lines_company_id_purchase_id_fkey foreign key (company_id, purchase_id) references app.purchases(company_id, id),
  constraint purchase_lines_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint purchase_lines_company_id_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint purchase_lines_line_check check (line >= 0),
  constraint purchase_lines_quantity_check check (quantity > 0),
  constraint purchase_lines_received_quantity_check check (received_quantity >= 0),
  constraint purchase_lines_unit_cost_check check (unit_cost >= 0)
);
create index purchase_lines_variant_id_idx on app.purchase_lines using btree (store_id, variant_id);
trigger _400_journal after insert or delete or update on app.purchase_lines for each row execute function internal.tg__journal('purchase_line', 'purchase_id variant_id', '', 'received_quantity', '');
trigger _900_append_only before delete or update of purchase_id, company_id, store_id, variant_id, line, sku, quantity, unit_cost or truncate on app.purchase_lines for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select (purchase_id, company_id, store_id, variant_id, line, sku, quantity, received_quantity) to haat_staff;
grant select to haat_dba, haat_gatekeeper;

-- Goods ordered from a supplier: what is expected, and how much of it has come.
table app.purchases (
  -- UUIDv7: opaque to clients, rising with time.
  id                uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id        uuid not null,
  -- Where the goods are to come.
  location_id       uuid not null,
  -- PUR-1, PUR-2 ... in the company.
  number            text not null,
  -- Who sells the goods.
  supplier_name     text,
  -- Number of the supplier's order confirmation, delivery note or invoice.
  supplier_document text,
  -- A remark.
  note              text,
  -- open (nothing has come), partly_received, received (all has come), closed (no more is expected).
  status            text not null default 'open',
  -- The staff member who wrote it; null for the system.
  actor_id          uuid,
  -- Their name as it was then.
  actor_name        text not null,
  -- When the row was written, by internal.now().
  created_at        timestamptz not null,
  -- When its status last changed.
  updated_at        timestamptz not null,
  constraint purchases_pkey primary key (id),
  constraint purchases_company_id_id_key unique (company_id, id),
  constraint purchases_number_key unique (company_id, number),
  constraint purchases_company_id_location_id_fkey foreign key (company_id, location_id) references app.locations(company_id, id),
  constraint purchases_note_check check (length(note) >= 1 and length(note) <= 1000),
  constraint purchases_status_check check (status in ('open', 'partly_received', 'received', 'closed')),
  constraint purchases_supplier_document_check check (length(supplier_document) >= 1 and length(supplier_document) <= 100),
  constraint purchases_supplier_name_check check (length(supplier_name) >= 1 and length(supplier_name) <= 200)
);
create index purchases_created_at_idx on app.purchases using btree (company_id, created_at desc, id desc);
create index purchases_location_id_idx on app.purchases using btree (company_id, location_id);
trigger _100_stamp_times before insert or update on app.purchases for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.purchases for each row execute function internal.tg__journal('purchase', 'id', '', '', '');
trigger _900_append_only before delete or truncate on app.purchases for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- What was counted of a variant, beside what the ledger said at that moment. The difference is what is booked.
table app.stock_count_lines (
  -- Its count.
  count_id            uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id          uuid not null,
  -- The store. The fence compares it.
  store_id            uuid not null,
  -- What was counted.
  variant_id          uuid not null,
  -- Its place in the list, from 0.
  line                integer not null,
  -- SKU as it was then.
  sku                 text not null,
  -- Units on hand by the ledger when the line was saved.
  expected_quantity   integer not null,
  -- Units that were counted.
  counted_quantity    integer not null,
  -- Counted less expected: what the booking adds to on hand, whatever moved since.
  difference_quantity integer not null generated always as ((counted_quantity - expected_quantity)) stored,
  -- When the line was saved.
  counted_at          timestamptz not null,
  -- The staff member who counted; null for the system.
  actor_id            uuid,
  -- Their name as it was then.
  actor_name          text not null,
  constraint stock_count_lines_pkey primary key (count_id, variant_id),
  constraint stock_count_lines_company_id_count_id_fkey foreign key (company_id, count_id) references app.stock_counts(company_id, id),
  constraint stock_count_lines_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint stock_count_lines_company_id_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint stock_count_lines_counted_quantity_check check (counted_quantity >= 0),
  constraint stock_count_lines_expected_quantity_check check (expected_quantity >= 0),
  constraint stock_count_lines_line_check check (line >= 0)
);
create index stock_count_lines_variant_id_idx on app.stock_count_lines using btree (store_id, variant_id);
trigger _400_journal after insert or delete or update on app.stock_count_lines for each row execute function internal.tg__journal('stock_count_line', 'count_id variant_id', '', '', '');
trigger _900_append_only before truncate on app.stock_count_lines for each statement execute function internal.tg__append_only();
trigger _900_while_open before insert or delete or update on app.stock_count_lines for each row execute function internal.tg_stock_count_lines__while_open();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- A count of what stands at a location: lines are saved while counting, and booked at once.
table app.stock_counts (
  -- UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- Where it is counted.
  location_id uuid not null,
  -- CNT-1, CNT-2 ... in the company; its ledger rows show it.
  number      text not null,
  -- Why it is counted; its ledger rows show it.
  reason      text not null,
  -- open (being counted), booked or cancelled.
  status      text not null default 'open',
  -- The staff member who started it; null for the system.
  actor_id    uuid,
  -- Their name as it was then.
  actor_name  text not null,
  -- When it was booked or cancelled.
  ended_at    timestamptz,
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  -- When its status last changed.
  updated_at  timestamptz not null,
  constraint stock_counts_pkey primary key (id),
  constraint stock_counts_company_id_id_key unique (company_id, id),
  constraint stock_counts_number_key unique (company_id, number),
  constraint stock_counts_company_id_location_id_fkey foreign key (company_id, location_id) references app.locations(company_id, id),
  constraint stock_counts_ended_unless_open check ((ended_at is null) = (status = 'open')),
  constraint stock_counts_reason_check check (length(reason) >= 1 and length(reason) <= 1000),
  constraint stock_counts_status_check check (status in ('open', 'booked', 'cancelled'))
);
create index stock_counts_created_at_idx on app.stock_counts using btree (company_id, created_at desc, id desc);
create index stock_counts_location_id_idx on app.stock_counts using btree (company_id, location_id);
trigger _100_stamp_times before insert or update on app.stock_counts for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.stock_counts for each row execute function internal.tg__journal('stock_count', 'id', '', '', '');
trigger _900_append_only before delete or truncate on app.stock_counts for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- The stock ledger: append only, one row a change of a level, sequence without holes per level. A correction is a new
-- row.
table app.stock_movements (
  -- UUIDv7: opaque to clients, rising with time.
  id                 uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id         uuid not null,
  -- The store. The fence compares it.
  store_id           uuid not null,
  -- Level: the location.
  location_id        uuid not null,
  -- Level: the variant.
  variant_id         uuid not null,
  -- SKU as it was then.
  sku                text not null,
  -- 1, 2, 3 ... per level, without holes: given under the level's lock.
  sequence           bigint not null,
  -- purchase, return, adjustment, damage (people); reservation, release, sale, return_receipt (orders).
  type               text not null,
  -- Change of on hand, in units.
  quantity_change    integer not null,
  -- Change of reserved, in units.
  reserved_change    integer not null,
  -- On hand after this row: the row before plus the change.
  on_hand_after      integer not null,
  -- Reserved after this row.
  reserved_after     integer not null,
  -- Why, in the words of who booked it.
  reason             text,
  -- What it belongs to: order, return or adjustment.
  reference_type     text,
  -- Its id. All rows of one adjustment or stock count share one.
  reference_id       uuid,
  -- Its number, where it has one.
  reference_number   text,
  -- Cost of one unit: of the purchase, or the average at a loss or sale. In the store's currency; never in a response.
  unit_cost          numeric(14,4),
  -- Moving average of the variant after this row.
  average_cost_after numeric(14,4),
  -- Who did it: api_key, staff or system (timers).
  actor_type         text not null,
  -- The key or the staff member; null for the system.
  actor_id           uuid,
  -- Their name as it was then.
  actor_name         text not null,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id         text,
  -- When the row was written, by internal.now().
  created_at         timestamptz not null,
  constraint stock_movements_pkey primary key (id),
  constraint stock_movements_sequence_key unique (variant_id, location_id, sequence),
  constraint stock_movements_company_id_location_id_fkey foreign key (company_id, location_id) references app.locations(company_id, id),
  constraint stock_movements_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id) not enforced,
  constraint stock_movements_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint stock_movements_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint stock_movements_change_something check (quantity_change <> 0 or reserved_change <> 0),
  constraint stock_movements_on_hand_after_check check (on_hand_after >= 0),
  constraint stock_movements_reason_check check (length(reason) <= 1000),
  constraint stock_movements_reference_type_check check (reference_type in ('order', 'adjustment', 'return')),
  constraint stock_movements_reserved_after_check check (reserved_after >= 0),
  constraint stock_movements_reserved_within_on_hand check (reserved_after <= on_hand_after),
  constraint stock_movements_sequence_check check (sequence > 0),
  constraint stock_movements_type_check check (type in ('purchase', 'return', 'adjustment', 'damage', 'reservation', 'release', 'sale', 'return_receipt'))
);
create index stock_movements_company_id_created_at_idx on app.stock_movements using btree (company_id, created_at desc, id desc);
create index stock_movements_location_id_idx on app.stock_movements using btree (company_id, location_id, created_at desc, id desc);
create index stock_movements_rare_of_variant_idx on app.stock_movements using btree (variant_id, created_at desc, id desc) where (type <> all (array['reservation', 'release', 'sale']));
create index stock_movements_rare_type_idx on app.stock_movements using btree (company_id, type, created_at desc, id desc) where (type <> all (array['reservation', 'release', 'sale']));
create index stock_movements_reference_id_idx on app.stock_movements using btree (reference_id) where (reference_id is not null);
create index stock_movements_store_id_created_at_idx on app.stock_movements using btree (store_id, created_at desc, id desc);
create index stock_movements_variant_id_idx on app.stock_movements using btree (variant_id, created_at desc, id desc);
trigger _100_stamp_created_at before insert on app.stock_movements for each row execute function internal.tg__stamp_created_at();
trigger _900_append_only before update or truncate on app.stock_movements for each statement execute function internal.tg__append_only();
trigger _900_archived_only after delete on app.stock_movements referencing old table as removed for each statement execute function internal.tg__archived_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, select to haat_gatekeeper;
grant select (id, company_id, store_id, location_id, variant_id, sku, sequence, type, quantity_change, reserved_change, on_hand_after, reserved_after, reason, reference_type, reference_id, reference_number, actor_type, actor_id, actor_name, request_id, created_at) to haat_api, haat_staff;
grant select to haat_dba;

-- How many units of a variant a transfer brought. Append only.
table app.stock_transfer_lines (
  -- Its transfer.
  transfer_id uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- What was brought.
  variant_id  uuid not null,
  -- Its place in the list, from 0.
  line        integer not null,
  -- SKU as it was then.
  sku         text not null,
  -- Units.
  quantity    integer not null,
  constraint stock_transfer_lines_pkey primary key (transfer_id, variant_id),
  constraint stock_transfer_lines_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint stock_transfer_lines_company_id_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint stock_transfer_lines_company_id_transfer_id_fkey foreign key (company_id, transfer_id) references app.stock_transfers(company_id, id),
  constraint stock_transfer_lines_line_check check (line >= 0),
  constraint stock_transfer_lines_quantity_check check (quantity > 0)
);
create index stock_transfer_lines_variant_id_idx on app.stock_transfer_lines using btree (store_id, variant_id);
trigger _400_journal after insert or delete or update on app.stock_transfer_lines for each row execute function internal.tg__journal('stock_transfer_line', 'transfer_id variant_id', '', '', '');
trigger _900_append_only before delete or update or truncate on app.stock_transfer_lines for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Goods brought from one location to another, out and in at once. Append only.
table app.stock_transfers (
  -- UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.
  id               uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id       uuid not null,
  -- Where the goods were.
  from_location_id uuid not null,
  -- Where they are now.
  to_location_id   uuid not null,
  -- TRF-1, TRF-2 ... in the company; its ledger rows show it.
  number           text not null,
  -- Why.
  reason           text,
  -- The staff member who wrote it; null for the system.
  actor_id         uuid,
  -- Their name as it was then.
  actor_name       text not null,
  -- When the row was written, by internal.now().
  created_at       timestamptz not null,
  constraint stock_transfers_pkey primary key (id),
  constraint stock_transfers_company_id_id_key unique (company_id, id),
  constraint stock_transfers_number_key unique (company_id, number),
  constraint stock_transfers_company_id_from_location_id_fkey foreign key (company_id, from_location_id) references app.locations(company_id, id),
  constraint stock_transfers_company_id_to_location_id_fkey foreign key (company_id, to_location_id) references app.locations(company_id, id),
  constraint stock_transfers_between_two_locations check (from_location_id <> to_location_id),
  constraint stock_transfers_reason_check check (length(reason) >= 1 and length(reason) <= 1000)
);
create index stock_transfers_created_at_idx on app.stock_transfers using btree (company_id, created_at desc, id desc);
create index stock_transfers_from_location_id_idx on app.stock_transfers using btree (company_id, from_location_id);
create index stock_transfers_to_location_id_idx on app.stock_transfers using btree (company_id, to_location_id);
trigger _100_stamp_created_at before insert on app.stock_transfers for each row execute function internal.tg__stamp_created_at();
trigger _400_journal after insert or delete or update on app.stock_transfers for each row execute function internal.tg__journal('stock_transfer', 'id', '', '', '');
trigger _900_append_only before delete or update or truncate on app.stock_transfers for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Documents of the stock: purchases with what came of them, counts, transfers. Each books its rows of the ledger under
-- its own id and number.

create table if not exists app.document_numbers (
  company_id uuid not null references app.companies,
  prefix text not null check (prefix in ('PUR', 'GRN', 'CNT', 'TRF')),
  last_number bigint not null check (last_number > 0),
  primary key (company_id, prefix)
);
comment on table app.document_numbers is 'The last number of each kind of stock document: 1, 2, 3 ... a company, without holes.';
comment on column app.document_numbers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.document_numbers.prefix is 'PUR (purchases), GRN (goods receipts), CNT (counts), TRF (transfers).';
comment on column app.document_numbers.last_number is 'The last one given.';

create table if not exists app.purchases (
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
create index if not exists purchases_created_at_idx on app.purchases (company_id, created_at desc, id desc);
create index if not exists purchases_location_id_idx on app.purchases (company_id, location_id);
comment on table app.purchases is 'Goods ordered from a supplier: what is expected, and how much of it has come.';
comment on column app.purchases.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.purchases.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.purchases.location_id is 'Where the goods are to come.';
comment on column app.purchases.number is 'PUR-1, PUR-2 ... in the company.';
comment on column app.purchases.supplier_name is 'Who sells the goods.';
comment on column app.purchases.supplier_document is 'Number of the supplier''s order confirmation, delivery note or invoice.';
comment on column app.purchases.note is 'A remark.';
comment on column app.purchases.status is 'open (nothing has come), partly_received, received (all has come), closed (no more is expected).';
comment on column app.purchases.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.purchases.actor_name is 'Their name as it was then.';
comment on column app.purchases.created_at is 'When the row was written, by internal.now().';
comment on column app.purchases.updated_at is 'When its status last changed.';

create table if not exists app.purchase_lines (
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
create index if not exists purchase_lines_variant_id_idx on app.purchase_lines (store_id, variant_id);
comment on table app.purchase_lines is 'What a purchase expects of one variant, and how much has come: the sum of its receipts.';
comment on column app.purchase_lines.purchase_id is 'Its purchase.';
comment on column app.purchase_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.purchase_lines.store_id is 'The store. The fence compares it.';
comment on column app.purchase_lines.variant_id is 'What is bought.';
comment on column app.purchase_lines.line is 'Its place in the list, from 0.';
comment on column app.purchase_lines.sku is 'SKU as it was then.';
comment on column app.purchase_lines.quantity is 'Units expected.';
comment on column app.purchase_lines.received_quantity is 'Units that came, less those that went back.';
comment on column app.purchase_lines.unit_cost is 'Agreed cost of one unit, in the store''s currency.';

create table if not exists app.goods_receipts (
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
create index if not exists goods_receipts_purchase_id_idx on app.goods_receipts (company_id, purchase_id);
create index if not exists goods_receipts_corrects_id_idx on app.goods_receipts (company_id, corrects_id);
create index if not exists goods_receipts_created_at_idx on app.goods_receipts (company_id, created_at desc, id desc);
comment on table app.goods_receipts is 'Goods of a purchase that came at once, or the correction of an earlier receipt. Append only.';
comment on column app.goods_receipts.id is 'UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.';
comment on column app.goods_receipts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.goods_receipts.purchase_id is 'Its purchase.';
comment on column app.goods_receipts.corrects_id is 'The receipt of which goods are taken back, where this is a correction.';
comment on column app.goods_receipts.number is 'GRN-1, GRN-2 ... in the company; its ledger rows show it.';
comment on column app.goods_receipts.supplier_document is 'Number of the supplier''s delivery note or invoice.';
comment on column app.goods_receipts.note is 'A remark; of a correction: why.';
comment on column app.goods_receipts.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.goods_receipts.actor_name is 'Their name as it was then.';
comment on column app.goods_receipts.created_at is 'When the row was written, by internal.now().';

create table if not exists app.goods_receipt_lines (
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
create index if not exists goods_receipt_lines_variant_id_idx on app.goods_receipt_lines (store_id, variant_id);
comment on table app.goods_receipt_lines is 'How many units of a variant came with a receipt, at what cost. Append only.';
comment on column app.goods_receipt_lines.receipt_id is 'Its receipt.';
comment on column app.goods_receipt_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.goods_receipt_lines.store_id is 'The store. The fence compares it.';
comment on column app.goods_receipt_lines.variant_id is 'What came.';
comment on column app.goods_receipt_lines.line is 'Its place in the list, from 0.';
comment on column app.goods_receipt_lines.sku is 'SKU as it was then.';
comment on column app.goods_receipt_lines.quantity is 'Units that came; negative in a correction.';
comment on column app.goods_receipt_lines.unit_cost is 'What the supplier charges, or gives back, for one unit, in the store''s currency.';

create table if not exists app.stock_counts (
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
  constraint stock_counts_ended_unless_open check ((ended_at is null) = (status = 'open')),
  foreign key (company_id, location_id) references app.locations (company_id, id)
);
create index if not exists stock_counts_created_at_idx on app.stock_counts (company_id, created_at desc, id desc);
create index if not exists stock_counts_location_id_idx on app.stock_counts (company_id, location_id);
comment on table app.stock_counts is 'A count of what stands at a location: lines are saved while counting, and booked at once.';
comment on column app.stock_counts.id is 'UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.';
comment on column app.stock_counts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_counts.location_id is 'Where it is counted.';
comment on column app.stock_counts.number is 'CNT-1, CNT-2 ... in the company; its ledger rows show it.';
comment on column app.stock_counts.reason is 'Why it is counted; its ledger rows show it.';
comment on column app.stock_counts.status is 'open (being counted), booked or cancelled.';
comment on column app.stock_counts.actor_id is 'The staff member who started it; null for the system.';
comment on column app.stock_counts.actor_name is 'Their name as it was then.';
comment on column app.stock_counts.ended_at is 'When it was booked or cancelled.';
comment on column app.stock_counts.created_at is 'When the row was written, by internal.now().';
comment on column app.stock_counts.updated_at is 'When its status last changed.';

create table if not exists app.stock_count_lines (
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
create index if not exists stock_count_lines_variant_id_idx on app.stock_count_lines (store_id, variant_id);
comment on table app.stock_count_lines is 'What was counted of a variant, beside what the ledger said at that moment. The difference is what is booked.';
comment on column app.stock_count_lines.count_id is 'Its count.';
comment on column app.stock_count_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_count_lines.store_id is 'The store. The fence compares it.';
comment on column app.stock_count_lines.variant_id is 'What was counted.';
comment on column app.stock_count_lines.line is 'Its place in the list, from 0.';
comment on column app.stock_count_lines.sku is 'SKU as it was then.';
comment on column app.stock_count_lines.expected_quantity is 'Units on hand by the ledger when the line was saved.';
comment on column app.stock_count_lines.counted_quantity is 'Units that were counted.';
comment on column app.stock_count_lines.difference_quantity is 'Counted less expected: what the booking adds to on hand, whatever moved since.';
comment on column app.stock_count_lines.counted_at is 'When the line was saved.';
comment on column app.stock_count_lines.actor_id is 'The staff member who counted; null for the system.';
comment on column app.stock_count_lines.actor_name is 'Their name as it was then.';

create table if not exists app.stock_transfers (
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
  constraint stock_transfers_between_two_locations check (from_location_id <> to_location_id),
  foreign key (company_id, from_location_id) references app.locations (company_id, id),
  foreign key (company_id, to_location_id) references app.locations (company_id, id)
);
create index if not exists stock_transfers_created_at_idx on app.stock_transfers (company_id, created_at desc, id desc);
create index if not exists stock_transfers_from_location_id_idx on app.stock_transfers (company_id, from_location_id);
create index if not exists stock_transfers_to_location_id_idx on app.stock_transfers (company_id, to_location_id);
comment on table app.stock_transfers is 'Goods brought from one location to another, out and in at once. Append only.';
comment on column app.stock_transfers.id is 'UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.';
comment on column app.stock_transfers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_transfers.from_location_id is 'Where the goods were.';
comment on column app.stock_transfers.to_location_id is 'Where they are now.';
comment on column app.stock_transfers.number is 'TRF-1, TRF-2 ... in the company; its ledger rows show it.';
comment on column app.stock_transfers.reason is 'Why.';
comment on column app.stock_transfers.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.stock_transfers.actor_name is 'Their name as it was then.';
comment on column app.stock_transfers.created_at is 'When the row was written, by internal.now().';

create table if not exists app.stock_transfer_lines (
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
create index if not exists stock_transfer_lines_variant_id_idx on app.stock_transfer_lines (store_id, variant_id);
comment on table app.stock_transfer_lines is 'How many units of a variant a transfer brought. Append only.';
comment on column app.stock_transfer_lines.transfer_id is 'Its transfer.';
comment on column app.stock_transfer_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_transfer_lines.store_id is 'The store. The fence compares it.';
comment on column app.stock_transfer_lines.variant_id is 'What was brought.';
comment on column app.stock_transfer_lines.line is 'Its place in the list, from 0.';
comment on column app.stock_transfer_lines.sku is 'SKU as it was then.';
comment on column app.stock_transfer_lines.quantity is 'Units.';

-- The lines of stock documents as staff send them.
do $$
begin
  if to_regtype('staff.goods_line') is null then
    create type staff.goods_line as (variant_id uuid, sku text, quantity integer, unit_cost numeric);
  end if;
  if to_regtype('staff.counted_line') is null then
    create type staff.counted_line as (variant_id uuid, sku text, counted integer);
  end if;
  if to_regtype('staff.moved_line') is null then
    create type staff.moved_line as (variant_id uuid, sku text, quantity integer);
  end if;
end
$$;
comment on type staff.goods_line is 'Goods bought, or received.';
comment on column staff.goods_line.variant_id is 'The variant.';
comment on column staff.goods_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.goods_line.quantity is 'How many units.';
comment on column staff.goods_line.unit_cost is 'Cost of one unit, in the store''s currency. Of goods that were expected: that of the purchase, if left out.';
comment on type staff.counted_line is E'@shapes recount.lines[]\nThe counted stock of one variant.';
comment on column staff.counted_line.variant_id is 'The variant.';
comment on column staff.counted_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.counted_line.counted is 'How many units were counted.';
comment on type staff.moved_line is 'Goods that are brought to another location, or go back to the supplier.';
comment on column staff.moved_line.variant_id is 'The variant.';
comment on column staff.moved_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.moved_line.quantity is 'How many units.';

-- What staff write for each other about an order, a customer or a product.
create table if not exists app.staff_notes (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid,
  customer_id uuid,
  product_id uuid,
  note text not null check (length(note) between 1 and 4000),
  actor_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  constraint staff_notes_about_one_thing check (num_nonnulls(order_id, customer_id, product_id) = 1),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  foreign key (company_id, store_id, order_id) references app.orders (company_id, store_id, id),
  foreign key (company_id, store_id, customer_id) references app.customers (company_id, store_id, id),
  foreign key (company_id, store_id, product_id) references app.products (company_id, store_id, id)
);
create index if not exists staff_notes_store_id_idx on app.staff_notes (store_id, created_at desc, id desc);
create index if not exists staff_notes_order_id_idx on app.staff_notes (store_id, order_id) where order_id is not null;
create index if not exists staff_notes_customer_id_idx on app.staff_notes (store_id, customer_id)
  where customer_id is not null;
create index if not exists staff_notes_product_id_idx on app.staff_notes (store_id, product_id)
  where product_id is not null;
comment on table app.staff_notes is 'What staff wrote for each other about an order, a customer or a product. Neither edited nor shown to others; an erasure of the customer removes it.';
comment on column app.staff_notes.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_notes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_notes.store_id is 'The store. The fence compares it.';
comment on column app.staff_notes.order_id is 'The order, where it is about one.';
comment on column app.staff_notes.customer_id is 'The customer, where it is about one.';
comment on column app.staff_notes.product_id is 'The product, where it is about one.';
comment on column app.staff_notes.note is 'What was written.';
comment on column app.staff_notes.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.staff_notes.actor_name is 'Their name as it was then.';
comment on column app.staff_notes.created_at is 'When the row was written, by internal.now().';

-- Products as the API shows them, so that a page of them is read and not made.
create table if not exists app.product_documents (
  product_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  version bigint not null,
  shape text not null,
  document json not null,
  constraint product_documents_pkey primary key (product_id),
  constraint product_documents_company_id_store_id_fkey
    foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint product_documents_store_id_product_id_fkey
    foreign key (company_id, store_id, product_id) references app.products (company_id, store_id, id)
    on delete cascade
) with (fillfactor = 80);
comment on table app.product_documents is 'Each product as the API shows it, kept by what writes products. One that is missing, of another version or of another shape is made anew for each reader.';
comment on column app.product_documents.product_id is 'The product.';
comment on column app.product_documents.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_documents.store_id is 'The store. The fence compares it.';
comment on column app.product_documents.version is 'The child_changes of the product that it shows: with another one it is out of date.';
comment on column app.product_documents.shape is 'By which release and for which address of pictures it was made (internal.product_document_shape).';
comment on column app.product_documents.document is 'What the API answers.';

comment on column app.products.child_changes is 'How often the product, or something shown with it, changed (variants, pictures, categories, videos, names of what it refers to): the version of its document.';
-- Pictures that staff uploaded and nothing shows yet: files that are deleted after a day unless they are taken.
alter table internal.media_deletions add column if not exists picture jsonb;
comment on table internal.media_deletions is
  'Files that no row needs any more, written in the transaction that stopped needing them, and pictures that staff uploaded and nothing shows yet. A worker deletes the file, then the row; a crash in between does it twice, which harms nothing. due_at is by the wall clock.';
comment on column internal.media_deletions.picture is
  'Of an upload that may still be taken: {media_key, width, height, size_bytes, received_bytes}; null for a file that is given up.';
comment on table gate.image_calls is
  'Calls with images that are running: two slots a key or member of staff, over all processes. A row and not a lock, because a lock needs a session, which pgbouncer does not keep; the slot of a process that died expires.';
comment on column gate.image_calls.key_id is 'The key that calls, or the member of staff.';
comment on column gate.image_calls.lineage_id is
  'The first key of the caller''s rotation chain, which Idempotency-Keys belong to; the member of staff.';
create index if not exists media_deletions_untaken_idx on internal.media_deletions (company_id)
  where picture is not null;

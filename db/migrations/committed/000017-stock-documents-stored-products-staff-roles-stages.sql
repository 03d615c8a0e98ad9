--! Previous: sha1:000704a5e8e0008bc4ba68027ae94ba572b0787f
--! Hash: sha1:398d8f8141a94b423965860641c94d0d5749b62f
--! Message: stock documents, stored products, staff roles, stages

--! split: 1-current.sql
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
-- Permissions for reading, and the roles of a company's staff: named sets of permissions that it may change.
create table if not exists app.staff_roles (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  name text not null check (length(name) between 1 and 100),
  description text check (length(description) <= 500),
  permissions text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint staff_roles_name_key unique (company_id, name)
);
comment on table app.staff_roles is 'What people of a company are there for, such as call agent or packer: sets of permissions that the company may change. An owner needs none.';
comment on column app.staff_roles.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_roles.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_roles.name is 'What people call it; unique in the company.';
comment on column app.staff_roles.description is 'What it is for.';
comment on column app.staff_roles.permissions is 'What everybody who has the role may do and see.';
comment on column app.staff_roles.created_at is 'When the row was written, by internal.now().';
comment on column app.staff_roles.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

alter table app.staff add column if not exists staff_role_id uuid;
comment on column app.staff.staff_role_id is 'Their role, whose permissions they have besides their own; null for none.';
comment on column app.staff.permissions is 'What an agent may do and see besides what their role allows.';
comment on column app.staff.role is 'owner: every permission; agent: those listed, and those of the role.';
create index if not exists staff_staff_role_id_idx on app.staff (company_id, staff_role_id)
  where staff_role_id is not null;

alter table app.staff drop constraint if exists staff_staff_role_id_fkey;
alter table app.staff add constraint staff_staff_role_id_fkey
  foreign key (company_id, staff_role_id) references app.staff_roles (company_id, id);
alter table app.staff drop constraint if exists staff_permissions_check;
alter table app.staff add constraint staff_permissions_check check (permissions <@ array['developer.manage',
  'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage',
  'costs.read', 'customers.read', 'activity.read']);
alter table app.staff_roles drop constraint if exists staff_roles_permissions_check;
alter table app.staff_roles add constraint staff_roles_permissions_check check (permissions <@ array['developer.manage',
  'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage',
  'costs.read', 'customers.read', 'activity.read']);

-- Whoever is at work keeps seeing what their work needs: until now everybody saw everything.
alter table app.staff no force row level security;
alter table app.staff disable trigger user;
update app.staff t
  set permissions = array(
    select distinct p
    from unnest(t.permissions
      || case when t.permissions && '{orders.manage,payments.manage,developer.manage}'
           then '{customers.read}' else '{}' end::text[]
      || case when t.permissions && '{inventory.manage,catalog.manage,payments.manage,settings.manage}'
           then '{costs.read}' else '{}' end::text[]
      || case when t.permissions && '{staff.manage,settings.manage}'
           then '{activity.read}' else '{}' end::text[]) p
    order by p)
  where t.role = 'agent' and not t.permissions && '{costs.read,customers.read,activity.read}';
alter table app.staff enable trigger user;
alter table app.staff force row level security;

-- Each company gets the roles that a new one begins with (internal.default_staff_roles).
alter table app.companies no force row level security;
alter table app.staff_roles no force row level security;
insert into app.staff_roles (company_id, name, description, permissions, created_at, updated_at)
select c.id, r.name, r.description, r.permissions, now(), now()
from app.companies c
cross join (values
  ('Manager', 'Runs the stores: everything but API keys and webhooks.', '{orders.manage,catalog.manage,'
    'inventory.manage,payments.manage,staff.manage,settings.manage,costs.read,customers.read,activity.read}'::text[]),
  ('Call agent', 'Takes and confirms orders on the phone.', '{orders.manage,customers.read}'),
  ('Packer', 'Packs, hands parcels to couriers and receives goods.', '{orders.manage,inventory.manage,customers.read}'),
  ('Accountant', 'Books payments, refunds and payouts, and sees costs.', '{payments.manage,costs.read,activity.read}'),
  ('Catalog editor', 'Keeps products, prices and pictures.', '{catalog.manage}')
) as r (name, description, permissions)
where not exists (select from app.staff_roles o where o.company_id = c.id);
alter table app.companies force row level security;
alter table app.staff_roles force row level security;
-- What the lists of work walk: the stage of an order, open parcels by age, cash that couriers hold, returns asked for.

alter table app.order_statuses add column if not exists stage text;
alter table app.order_statuses drop constraint if exists order_statuses_stage_check;
alter table app.order_statuses add constraint order_statuses_stage_check check (stage in
  ('new', 'call_back', 'on_hold', 'to_pack', 'to_ship', 'with_courier', 'delivered', 'returned', 'closed'));
comment on column app.order_statuses.stage is
  'What is to be done with the order next, as the lists of work are cut: new (to be confirmed), call_back, on_hold, to_pack, to_ship (packed), with_courier, delivered, returned, closed. Null: in none of these lists.';
alter table app.order_statuses no force row level security;
update app.order_statuses s set stage = w.stage
  from (values
    ('pending', 'new'), ('follow_up', 'call_back'), ('hold', 'on_hold'), ('confirmed', 'to_pack'),
    ('processing', 'to_pack'), ('ready_to_ship', 'to_ship'), ('in_transit', 'with_courier'),
    ('failed_delivery', 'with_courier'), ('delivered', 'delivered'), ('returned', 'returned'),
    ('cancelled', 'closed'), ('spam', 'closed')) as w (status, stage)
  where s.status = w.status and s.stage is null;
alter table app.order_statuses force row level security;

-- An order that a member of staff looks after and that is not over is found among all that were ever theirs.
create index if not exists orders_assignee_status_idx on app.orders (company_id, assignee_id, status, created_at, id)
  where assignee_id is not null;
create index if not exists orders_awaiting_payment_idx on app.orders (store_id, payment_method_id, created_at, id)
  where source = 'storefront' and status = 'pending' and received_amount = 0;

create index if not exists parcels_open_idx
  on app.parcels (store_id, status, (coalesce(picked_up_at, booked_at)), id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
create index if not exists parcels_open_of_courier_idx
  on app.parcels (store_id, courier_id, status, (coalesce(picked_up_at, booked_at)), id)
  where courier_id is not null and status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
create index if not exists parcels_tracking_code_idx on app.parcels (store_id, lower(tracking_code))
  where tracking_code is not null;

-- What a courier paid out of a parcel's cash stands on the parcel, so that those with cash left are found by an index.
alter table app.parcels add column if not exists paid_out_amount numeric(12, 2) not null default 0;
alter table app.parcels drop constraint if exists parcels_paid_out_amount_check;
alter table app.parcels add constraint parcels_paid_out_amount_check check (paid_out_amount >= 0);
comment on column app.parcels.paid_out_amount is
  'What the courier paid out of it: the sum of the settled payments that name the parcel.';
alter table app.parcels no force row level security;
alter table app.payments no force row level security;
update app.parcels p set paid_out_amount = y.amount
  from (
    select t.parcel_id, sum(t.amount) as amount from app.payments t
    where t.parcel_id is not null and t.kind = 'payment' and t.status = 'settled' group by t.parcel_id
  ) y
  where p.id = y.parcel_id and p.paid_out_amount <> y.amount;
alter table app.parcels force row level security;
alter table app.payments force row level security;
create index if not exists parcels_held_cash_idx on app.parcels (store_id, courier_id, delivered_at, id)
  where courier_id is not null and delivered_at is not null
    and coalesce(collected_amount, cod_amount) > paid_out_amount;

create index if not exists returns_requested_idx on app.returns (store_id, created_at, id)
  where status = 'requested';

create index if not exists variants_without_price_idx on app.variants (store_id, product_id)
  where price = 0 and status = 'active';

-- A page of an object's activity, however much there is of it.
create index if not exists activity_log_object_id_created_at_idx
  on app.activity_log (company_id, object_id, created_at desc, id desc) where object_id is not null;
drop index if exists app.activity_log_object_id_idx;

do $$
begin
  if to_regtype('staff.possible_move') is null then
    create type staff.possible_move as (
      mutation text, to_status text, parcel_id uuid, return_id uuid, allowed boolean, reason text);
  end if;
  if to_regtype('staff.work_counts') is null then
    create type staff.work_counts as (
      orders_today integer, my_orders integer, new_orders integer, call_backs_due integer, on_hold integer,
      to_pack integer, to_book integer, to_hand_over integer, with_couriers integer, parcels_coming_back integer,
      returns_requested integer, held_parcels integer, about_to_lapse integer, low_stock integer,
      without_price integer, failing_webhooks integer);
  end if;
  if to_regtype('staff.courier_work') is null then
    create type staff.courier_work as (
      courier_id uuid, name text, to_hand_over integer, with_courier integer, out_since timestamptz, days_out integer,
      coming_back integer, held_parcels integer, held_amount numeric(14, 2), held_since timestamptz);
  end if;
  if to_regtype('staff.customer_record') is null then
    create type staff.customer_record as (
      orders integer, delivered integer, returned integer, cancelled integer, returned_share numeric(5, 4),
      total_spent numeric(16, 2), last_order_at timestamptz);
  end if;
  if to_regtype('staff.feed_entry') is null then
    create type staff.feed_entry as (
      id uuid, at timestamptz, actor_type text, actor_name text, subject text, subject_id uuid, subject_name text,
      action text, from_value text, to_value text, note text, detail jsonb);
  end if;
end
$$;
comment on type staff.possible_move is 'Something that may be done with an order next, and whether it would be refused now.';
comment on column staff.possible_move.mutation is 'The mutation that does it.';
comment on column staff.possible_move.to_status is E'@words app.orders.status\nThe status that changeOrderStatus is given; null for other mutations.';
comment on column staff.possible_move.parcel_id is 'The parcel that the mutation takes.';
comment on column staff.possible_move.return_id is 'The return that the mutation takes.';
comment on column staff.possible_move.allowed is 'True when it would not be refused now, to this person, for what the order is.';
comment on column staff.possible_move.reason is 'Why it would be refused; null when allowed.';
comment on type staff.work_counts is 'How much waits, of each kind. Each number stops at 1000: say "999+".';
comment on column staff.work_counts.orders_today is 'Orders placed today, on the store''s own calendar; orders_of_day lists them.';
comment on column staff.work_counts.my_orders is 'Orders that are assigned to you and not over; my_orders lists them.';
comment on column staff.work_counts.new_orders is 'Orders to be confirmed.';
comment on column staff.work_counts.call_backs_due is 'Customers to be called back by now; call_backs_due lists them.';
comment on column staff.work_counts.on_hold is 'Orders that are held up.';
comment on column staff.work_counts.to_pack is 'Confirmed orders that are to be packed.';
comment on column staff.work_counts.to_book is 'Packed orders without a parcel.';
comment on column staff.work_counts.to_hand_over is 'Booked parcels that wait for their courier; parcels_to_hand_over lists them.';
comment on column staff.work_counts.with_couriers is 'Parcels that are on the road; parcels_with_couriers lists them.';
comment on column staff.work_counts.parcels_coming_back is 'Parcels that come back undelivered; parcels_coming_back lists them.';
comment on column staff.work_counts.returns_requested is 'Returns of customers that have not arrived; returns_expected lists them.';
comment on column staff.work_counts.held_parcels is 'Parcels whose cash a courier still has; held_parcels lists them.';
comment on column staff.work_counts.about_to_lapse is 'Unpaid storefront orders that will be cancelled by themselves; orders_about_to_lapse lists them.';
comment on column staff.work_counts.low_stock is 'Stock levels at or below their threshold; low_stock lists them.';
comment on column staff.work_counts.without_price is 'Products on sale with a variant that costs nothing; products_without_price lists them.';
comment on column staff.work_counts.failing_webhooks is 'Webhook endpoints that fail or were switched off for it; failing_webhooks lists them.';
comment on type staff.courier_work is 'What a courier has to take, has on the road, brings back, and holds in cash.';
comment on column staff.courier_work.courier_id is 'The courier; null for shipments recorded by hand.';
comment on column staff.courier_work.name is 'Name of the courier.';
comment on column staff.courier_work.to_hand_over is 'Parcels that wait for this courier; stops at 1000.';
comment on column staff.courier_work.with_courier is 'Parcels on the road with this courier; stops at 1000.';
comment on column staff.courier_work.out_since is 'Since when the oldest of them is out.';
comment on column staff.courier_work.days_out is 'How many whole days that is.';
comment on column staff.courier_work.coming_back is 'Parcels that this courier brings back; stops at 1000.';
comment on column staff.courier_work.held_parcels is 'Delivered parcels whose cash the courier holds.';
comment on column staff.courier_work.held_amount is 'How much it holds: collected and not paid out.';
comment on column staff.courier_work.held_since is 'Delivery of the oldest parcel whose cash it holds.';
comment on type staff.customer_record is 'What a customer''s orders came to.';
comment on column staff.customer_record.orders is 'Orders, without spam.';
comment on column staff.customer_record.delivered is 'Orders that the customer has.';
comment on column staff.customer_record.returned is 'Orders that came back.';
comment on column staff.customer_record.cancelled is 'Orders that were cancelled.';
comment on column staff.customer_record.returned_share is 'The share of orders that came back among those that were sent and are over: 0 to 1; null before any was.';
comment on column staff.customer_record.total_spent is 'Total of the orders that the customer has.';
comment on column staff.customer_record.last_order_at is 'The last order that was not spam.';
comment on type staff.feed_entry is 'Something that happened: who, when, what, from what, to what.';
comment on column staff.feed_entry.id is 'What starting_after takes: the entries after this one are older.';
comment on column staff.feed_entry.at is 'When.';
comment on column staff.feed_entry.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column staff.feed_entry.actor_name is 'Their name as it was then.';
comment on column staff.feed_entry.subject is 'What it was done to: order, parcel, payment, return, product, variant, stock, customer.';
comment on column staff.feed_entry.subject_id is 'The id of that.';
comment on column staff.feed_entry.subject_name is 'Its number, SKU or name, where it has one.';
comment on column staff.feed_entry.action is 'What was done.';
comment on column staff.feed_entry.from_value is 'What it was before: a status, a number, or the fields that changed as JSON.';
comment on column staff.feed_entry.to_value is 'What it became.';
comment on column staff.feed_entry.note is 'What was remarked.';
comment on column staff.feed_entry.detail is 'Further facts, by action.';

-- The store of these rows is said by another key of theirs as well: the order, the variant, the endpoint that they belong
-- to has its store by a key of its own, and the key to it holds the store. So the key to the store is stated here for
-- readers and tools, and not looked up again for each row of the tables that are written most.
alter table app.order_items alter constraint order_items_company_id_store_id_fkey not enforced;
alter table app.order_timeline alter constraint order_timeline_company_id_store_id_fkey not enforced;
alter table app.stock_movements alter constraint stock_movements_company_id_store_id_fkey not enforced;
alter table app.webhook_deliveries alter constraint webhook_deliveries_company_id_store_id_fkey not enforced;

-- What the staff GraphQL takes in place of JSON: composite types whose comments name the arguments that they shape, and
-- lists of words as domains. The functions go on taking jsonb, which servers of the version before send.
do $$
begin
  if to_regtype('staff.goods_condition') is null then
    create domain staff.goods_condition as text check (value in ('sellable', 'damaged'));
  end if;
  if to_regtype('staff.line_quantity') is null then
    create type staff.line_quantity as (order_item_id uuid, quantity integer);
  end if;
  if to_regtype('staff.received_line') is null then
    create type staff.received_line as (order_item_id uuid, quantity integer, condition staff.goods_condition);
  end if;
  if to_regtype('staff.counted_line') is null then
    create type staff.counted_line as (variant_id uuid, sku text, counted integer);
  end if;
  if to_regtype('staff.shipping_address') is null then
    create type staff.shipping_address as (
      recipient_name text, recipient_phone text, address_line text, area text, city text, postal_code text,
      landmark text, note text);
  end if;
end
$$;
comment on domain staff.goods_condition is 'In what condition goods came back: sellable ones go into stock again.';
comment on type staff.line_quantity is E'@shapes create_return.lines[]\n@shapes record_partial_delivery.kept[]\nUnits of a line of an order.';
comment on column staff.line_quantity.order_item_id is 'Which line of the order.';
comment on column staff.line_quantity.quantity is 'How many units of it.';
comment on type staff.received_line is E'@shapes receive_return.lines[]\n@shapes receive_parcel.lines[]\nUnits of a line of an order that came back.';
comment on column staff.received_line.order_item_id is 'Which line of the order.';
comment on column staff.received_line.quantity is 'How many units of it came back.';
comment on column staff.received_line.condition is 'Sellable, or damaged: those do not go back into stock.';
comment on type staff.counted_line is E'@shapes recount.lines[]\nThe counted stock of one variant.';
comment on column staff.counted_line.variant_id is 'The variant.';
comment on column staff.counted_line.sku is 'Its SKU, if variant_id is not given.';
comment on column staff.counted_line.counted is 'How many units were counted.';
comment on type staff.shipping_address is E'@shapes create_order.shipping_address\nWhere an order goes.';
comment on column staff.shipping_address.recipient_name is 'Who receives it.';
comment on column staff.shipping_address.recipient_phone is 'Whom the courier calls.';
comment on column staff.shipping_address.address_line is 'House, road, village.';
comment on column staff.shipping_address.area is 'Area, thana or upazila.';
comment on column staff.shipping_address.city is 'City or district.';
comment on column staff.shipping_address.postal_code is 'Postal code.';
comment on column staff.shipping_address.landmark is 'What is near it.';
comment on column staff.shipping_address.note is 'A remark for the courier.';
-- The words of columns of composite types, which have no CHECK.
comment on column staff.viewer.role is E'@words app.staff.role\nowner or agent.';
comment on column staff.viewer.permissions is E'@words app.staff.permissions\nWhat they may do: an owner everything; nothing while a one-time password is to be changed.';
comment on column staff.status_count.status is E'@words app.orders.status\nThe status.';

-- Staff start videos of their own: such a video has a member of staff in place of a key.
alter table app.videos alter column key_id drop not null;
alter table app.videos add column if not exists staff_id uuid;
alter table app.video_starts add column if not exists staff_id uuid;
do $$
begin
  if not exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = 'app.video_starts'::regclass and a.attname = 'starter_id')
  then
    alter table app.videos
      add constraint videos_company_id_staff_id_fkey foreign key (company_id, staff_id)
        references app.staff (company_id, id),
      add constraint videos_have_one_starter check ((key_id is null) <> (staff_id is null));
    alter table app.video_starts drop constraint video_starts_pkey;
    alter table app.video_starts alter column key_id drop not null;
    alter table app.video_starts
      add column starter_id uuid not null generated always as (coalesce(key_id, staff_id)) stored,
      add constraint video_starts_pkey primary key (store_id, starter_id, day),
      add constraint video_starts_company_id_staff_id_fkey foreign key (company_id, staff_id)
        references app.staff (company_id, id),
      add constraint video_starts_have_one_starter check ((key_id is null) <> (staff_id is null));
  end if;
end
$$;
create index if not exists videos_staff_id_idx on app.videos (company_id, staff_id) where staff_id is not null;
create index if not exists video_starts_staff_id_idx on app.video_starts (company_id, staff_id)
  where staff_id is not null;
create index if not exists video_starts_starter_id_idx on app.video_starts (starter_id, day);
comment on column app.videos.key_id is 'The API key that started it; null when staff did. That key and those that replaced it may use it, and staff; to other keys it does not exist.';
comment on column app.videos.staff_id is 'The member of staff who started it; null when a key did.';
comment on table app.video_starts is 'How many videos a key or a member of staff started in a store on a UTC day: counted apart, since a video may be deleted and its start still counts. spec: Video limits';
comment on column app.video_starts.key_id is 'The API key; null when staff started them.';
comment on column app.video_starts.staff_id is 'The member of staff; null when a key started them.';
comment on column app.video_starts.starter_id is 'The one of the two.';
do $$
begin
  if to_regtype('staff.signed_part') is null then
    create type staff.signed_part as (part_number integer, url text, method text, headers jsonb, expires_at timestamptz);
  end if;
end
$$;
comment on type staff.signed_part is 'Where a part of a video is sent.';
comment on column staff.signed_part.part_number is 'Which part, counted from 1.';
comment on column staff.signed_part.url is 'The address that takes its bytes.';
comment on column staff.signed_part.method is 'PUT.';
comment on column staff.signed_part.headers is 'Send these exactly.';
comment on column staff.signed_part.expires_at is 'Until when the address is good: 15 minutes.';

-- What people booked of a variant, among all that orders reserve and take.
create index if not exists stock_movements_rare_of_variant_idx
  on app.stock_movements (variant_id, created_at desc, id desc)
  where type <> all (array['reservation', 'release', 'sale']);

-- Mutations by Idempotency-Key: recall and remember.
grant usage on schema gate to haat_staff;
do $$
begin
  if to_regtype('staff.sales_summary') is null then
    create type staff.sales_summary as (
      "from" date, "to" date, orders integer, gross_sales numeric(16, 2), net_sales numeric(16, 2),
      net_revenue numeric(16, 2), average_order_value numeric(16, 2), money_received numeric(16, 2));
  end if;
end
$$;
comment on type staff.sales_summary is 'What a store sold in a window of days, by the same sums as the sales summary of the API.';
comment on column staff.sales_summary."from" is 'The first day.';
comment on column staff.sales_summary."to" is 'The last day, included.';
comment on column staff.sales_summary.orders is 'Orders that were delivered in these days.';
comment on column staff.sales_summary.gross_sales is 'Their subtotals: before discounts, and with what came back.';
comment on column staff.sales_summary.net_sales is 'What the units that were kept cost after discounts.';
comment on column staff.sales_summary.net_revenue is 'Net sales and the shipping charged.';
comment on column staff.sales_summary.average_order_value is 'Net sales by order.';
comment on column staff.sales_summary.money_received is 'Money that came, minus money that went back; null by channel.';

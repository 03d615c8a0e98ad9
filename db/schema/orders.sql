-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Files of an order, of its return or payment, or of a purchase: a slip, a photo of a damage, a bill. At most 20 a
-- record. The bytes are in the storage, under a key that only signed addresses open; an erasure of the customer
-- removes row and bytes.
table app.attachments (
  -- UUIDv7: opaque to clients, rising with time.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store; null for a purchase, which is of the company. The fence compares it.
  store_id    uuid,
  -- The order, also where it is of a return or a payment of it.
  order_id    uuid,
  -- The return of the order, where it is of one.
  return_id   uuid,
  -- The payment or refund of the order, where it is of one.
  payment_id  uuid,
  -- The purchase, where it is of one.
  purchase_id uuid,
  -- The order or the purchase: the journal finds its changes by it.
  parent_id   uuid not null generated always as (coalesce(order_id, purchase_id)) stored,
  -- The key of the file in the storage, below attachments/.
  media_key   text not null,
  -- What the file was called where it came from, or what its link ends with.
  file_name   text not null,
  -- What people say of it.
  caption     text,
  -- picture: kept as WebP, without metadata. pdf: kept as it came.
  type        text not null,
  -- In pixels, of a picture.
  width       integer,
  -- In pixels, of a picture.
  height      integer,
  -- Of the file as it is stored.
  size_bytes  integer not null,
  -- Of the file as it is stored.
  sha256      bytea not null,
  -- Who added it: a member of staff, an API key or the system.
  actor_type  text not null,
  -- The member of staff or the key; null for the system.
  actor_id    uuid,
  -- Their name as it was then.
  actor_name  text not null,
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at  timestamptz not null,
  constraint attachments_pkey primary key (id),
  constraint attachments_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint attachments_company_id_purchase_id_fkey foreign key (company_id, purchase_id) references app.purchases(company_id, id),
  constraint attachments_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint attachments_company_id_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint attachments_company_id_store_id_payment_id_fkey foreign key (company_id, store_id, payment_id) references app.payments(company_id, store_id, id),
  constraint attachments_company_id_store_id_return_id_fkey foreign key (company_id, store_id, return_id) references app.returns(company_id, store_id, id),
  constraint attachments_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint attachments_caption_check check (length(caption) >= 1 and length(caption) <= 500),
  constraint attachments_file_name_check check (length(file_name) >= 1 and length(file_name) <= 200),
  constraint attachments_height_check check (height > 0),
  constraint attachments_media_key_check check (length(media_key) >= 1 and length(media_key) <= 300),
  constraint attachments_of_one_record check (num_nonnulls(order_id, purchase_id) = 1 and (store_id is null) = (order_id is null) and num_nonnulls(return_id, payment_id) <=
case
    when order_id is null then 0
    else 1
end),
  constraint attachments_pictures_have_sizes check (num_nonnulls(width, height) =
case type
    when 'picture' then 2
    else 0
end),
  constraint attachments_sha256_check check (length(sha256) = 32),
  constraint attachments_size_bytes_check check (size_bytes > 0),
  constraint attachments_type_check check (type in ('picture', 'pdf')),
  constraint attachments_width_check check (width > 0)
);
create index attachments_company_id_created_at_idx on app.attachments using btree (company_id, created_at desc, id desc);
create index attachments_order_id_idx on app.attachments using btree (store_id, order_id, created_at, id) where (order_id is not null);
create index attachments_payment_id_idx on app.attachments using btree (store_id, payment_id) where (payment_id is not null);
create index attachments_purchase_id_idx on app.attachments using btree (company_id, purchase_id, created_at, id) where (purchase_id is not null);
create index attachments_return_id_idx on app.attachments using btree (store_id, return_id) where (return_id is not null);
create index attachments_store_id_created_at_idx on app.attachments using btree (store_id, created_at desc, id desc) where (store_id is not null);
trigger _100_stamp_times before insert or update on app.attachments for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.attachments for each row execute function internal.tg__journal('attachment', 'id', 'parent_id', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ( case when (purchase_id is not null) then ( select internal.is_permitted('costs.read') as is_permitted) else (( select internal.is_permitted('orders.manage') as is_permitted) or ( select internal.is_permitted('payments.manage') as is_permitted) or ( select internal.is_permitted('customers.read') as is_permitted)) end);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and ((store_id is null) or (store_id = any ((select internal.current_store_ids())::uuid[])))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Which order used which coupon. A cancelled order gives its use back.
table app.coupon_redemptions (
  -- The order that used it: an order uses at most one coupon.
  order_id      uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id    uuid not null,
  -- The store. The fence compares it.
  store_id      uuid not null,
  -- The coupon.
  coupon_id     uuid not null,
  -- Who used it: limits per customer count this.
  customer_id   uuid not null,
  -- When a cancelled order gave the use back; null while it counts.
  given_back_at timestamptz,
  -- When the row was written, by internal.now().
  created_at    timestamptz not null,
  constraint coupon_redemptions_pkey primary key (order_id),
  constraint coupon_redemptions_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint coupon_redemptions_store_id_coupon_id_fkey foreign key (company_id, store_id, coupon_id) references app.coupons(company_id, store_id, id),
  constraint coupon_redemptions_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id) references app.customers(company_id, store_id, id),
  constraint coupon_redemptions_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id)
);
create index coupon_redemptions_coupon_id_idx on app.coupon_redemptions using btree (store_id, coupon_id, customer_id);
create index coupon_redemptions_customer_idx on app.coupon_redemptions using btree (store_id, customer_id);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_staff;

-- Discount codes. used_count is kept under a lock on this row and given back on cancel.
table app.coupons (
  -- UUIDv7: opaque to clients, rising with time.
  id                       uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id               uuid not null,
  -- The store. The fence compares it.
  store_id                 uuid not null,
  -- What shoppers type, kept in capitals.
  code                     text not null,
  -- percent, fixed or free_shipping.
  type                     text not null,
  -- Percent or amount, by type.
  value                    numeric(12,2) not null default 0,
  -- Valid from; null always.
  starts_at                timestamptz,
  -- Valid until, exclusive; null always.
  ends_at                  timestamptz,
  -- Smallest subtotal it may be used on.
  minimum_subtotal         numeric(12,2) not null default 0,
  -- Most it takes off; null without limit.
  maximum_discount         numeric(12,2),
  -- Uses in all; null without limit.
  usage_limit              integer,
  -- Uses per customer; null without limit.
  usage_limit_per_customer integer,
  -- Uses that count now; kept under a lock on this row.
  used_count               integer not null default 0,
  -- active or inactive.
  status                   text not null default 'active',
  -- When the row was written, by internal.now().
  created_at               timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at               timestamptz not null,
  constraint coupons_pkey primary key (id),
  constraint coupons_code_key unique (store_id, code),
  constraint coupons_store_id_id_key unique (store_id, id, company_id),
  constraint coupons_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint coupons_check check (ends_at > starts_at),
  constraint coupons_code_check check (code = upper(code) and length(code) >= 1 and length(code) <= 50),
  constraint coupons_maximum_discount_check check (maximum_discount > 0),
  constraint coupons_minimum_subtotal_check check (minimum_subtotal >= 0),
  constraint coupons_percent_is_at_most_100 check (type <> 'percent' or value >= 0 and value <= 100),
  constraint coupons_status_check check (status in ('active', 'inactive')),
  constraint coupons_type_check check (type in ('percent', 'fixed', 'free_shipping')),
  constraint coupons_usage_limit_check check (usage_limit > 0),
  constraint coupons_usage_limit_per_customer_check check (usage_limit_per_customer > 0),
  constraint coupons_used_count_check check (used_count >= 0),
  constraint coupons_used_within_limit check (used_count <= usage_limit),
  constraint coupons_value_check check (value >= 0)
);
trigger _100_stamp_times before insert or update on app.coupons for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.coupons for each row execute function internal.tg__journal('coupon', 'id', '', 'used_count', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- The calls to a customer about an order: when, who, what came of it. Append only.
table app.order_calls (
  -- UUIDv7: opaque to clients, rising with time.
  id           uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- Its order.
  order_id     uuid not null,
  -- The first call about the order is 1, the next one 2, without holes.
  attempt      integer not null,
  -- What came of the call.
  outcome      text not null,
  -- What was said or remarked.
  note         text,
  -- When to call again, as it was said then. What holds now is follow_up_at of the order.
  next_call_at timestamptz,
  -- Who recorded it: api_key, staff or system.
  actor_type   text not null,
  -- The key or the staff member; null for the system.
  actor_id     uuid,
  -- Their name as it was then.
  actor_name   text not null,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id   text,
  -- When the call was recorded, by internal.now().
  created_at   timestamptz not null,
  constraint order_calls_pkey primary key (id),
  constraint order_calls_attempt_key unique (store_id, order_id, attempt, company_id),
  constraint order_calls_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id) not enforced,
  constraint order_calls_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint order_calls_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint order_calls_attempt_check check (attempt >= 1),
  constraint order_calls_note_check check (length(note) <= 2000),
  constraint order_calls_outcome_check check (outcome in ('confirmed', 'no_answer', 'switched_off', 'wrong_number', 'will_call_back', 'refused', 'asked_to_change'))
);
create index order_calls_order_id_idx on app.order_calls using btree (store_id, order_id, created_at desc, id desc);
create index order_calls_store_id_created_at_idx on app.order_calls using btree (store_id, created_at);
trigger _100_stamp_created_at before insert on app.order_calls for each row execute function internal.tg__stamp_created_at();
trigger _900_append_only before delete or truncate on app.order_calls for each statement execute function internal.tg__append_only();
trigger _900_redact_only before update on app.order_calls for each row execute function internal.tg__redact_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What changed in the orders of a status and is not folded into order_counts yet. Written by triggers of orders;
-- emptied by internal.fold_order_counts(). Numbers may be negative.
table app.order_count_changes (
  -- In the order of writing.
  id           bigint not null generated always as identity,
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- The status of the orders.
  status       text not null,
  -- Orders that came into the status, or left it.
  orders       integer not null,
  -- What they cost.
  total_amount numeric(14,2) not null,
  -- Those of them of which something is due.
  owing_orders integer not null,
  -- What is due of them.
  due_amount   numeric(14,2) not null,
  constraint order_count_changes_pkey primary key (company_id, store_id, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=10000);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Orders of a store by status, as far as folded. ledger.check_order_counts proves them against the orders.
table app.order_counts (
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- The store. The fence compares it.
  store_id     uuid not null,
  -- The status of the orders.
  status       text not null,
  -- How many there are.
  orders       bigint not null,
  -- What they cost.
  total_amount numeric(18,2) not null,
  -- Of how many something is due.
  owing_orders bigint not null,
  -- What is due of them.
  due_amount   numeric(18,2) not null,
  constraint order_counts_pkey primary key (company_id, store_id, status),
  constraint order_counts_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint order_counts_status_fkey foreign key (status) references app.order_statuses(status)
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_api, haat_dba, haat_staff;

-- Lines of an order; names, SKU, options and prices as sold. The lines add up to the order.
table app.order_items (
  -- UUIDv7: opaque to clients, rising with time.
  id                 uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id         uuid not null,
  -- The store. The fence compares it.
  store_id           uuid not null,
  -- Its order.
  order_id           uuid not null,
  -- Place in the order, from 0.
  line               integer not null,
  -- The product, for links; what was sold is in the snapshots.
  product_id         uuid not null,
  -- The variant whose stock it takes.
  variant_id         uuid not null,
  -- SKU as sold.
  sku                text not null,
  -- Barcode as sold.
  barcode            text,
  -- Name as sold.
  product_name       text not null,
  -- Name as sold.
  variant_name       text not null,
  -- Options as sold: [{attribute, value}].
  options            jsonb not null default '[]'::jsonb,
  -- Picture as sold.
  image_media_key    text,
  -- Units ordered.
  quantity           integer not null,
  -- Units the customer took; returned_quantity of them came back, damaged_quantity were not sellable when received.
  delivered_quantity integer not null default 0,
  -- Units that came back after delivery, damaged ones included.
  returned_quantity  integer not null default 0,
  -- Units not sellable when received.
  damaged_quantity   integer not null default 0,
  -- Units whose reservation ended without a sale (cancelled, spam, or received back undelivered). Reserved = quantity
  -- - delivered - released.
  released_quantity  integer not null default 0,
  -- Regular price of one unit.
  unit_price         numeric(12,2) not null,
  -- Selling price of one unit where it was below the regular one; null otherwise.
  discount_price     numeric(12,2),
  -- The line's share of the coupon: shares add up to the order's discount, to the poisha.
  discount_amount    numeric(12,2) not null default 0,
  -- quantity x selling price - discount_amount.
  line_total         numeric(12,2) not null,
  -- Average cost at delivery. Never in a response.
  unit_cost          numeric(14,4),
  -- When the row was written, by internal.now().
  created_at         timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at         timestamptz not null,
  constraint order_items_pkey primary key (id),
  constraint order_items_order_id_line_key unique (order_id, line),
  constraint order_items_store_id_id_key unique (store_id, id, company_id),
  constraint order_items_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id) not enforced,
  constraint order_items_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint order_items_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id),
  constraint order_items_store_id_variant_id_fkey foreign key (company_id, store_id, variant_id) references app.variants(company_id, store_id, id),
  constraint order_items_check check (discount_price > 0 and discount_price < unit_price),
  constraint order_items_damaged_within_returned check (damaged_quantity >= 0 and damaged_quantity <= quantity),
  constraint order_items_delivered_within_quantity check (delivered_quantity >= 0 and delivered_quantity <= quantity),
  constraint order_items_discount_amount_check check (discount_amount >= 0),
  constraint order_items_line_check check (line >= 0),
  constraint order_items_line_total_adds_up check (line_total = (quantity * coalesce(discount_price, unit_price) - discount_amount)),
  constraint order_items_line_total_check check (line_total >= 0),
  constraint order_items_quantity_check check (quantity >= 1 and quantity <= 1000000),
  constraint order_items_released_within_quantity check (released_quantity >= 0 and (released_quantity + delivered_quantity) <= quantity),
  constraint order_items_returned_within_delivered check (returned_quantity >= 0 and returned_quantity <= delivered_quantity),
  constraint order_items_unit_price_check check (unit_price >= 0)
);
create index order_items_updated_at_idx on app.order_items using brin (updated_at);
create index order_items_variant_id_idx on app.order_items using btree (store_id, variant_id);
trigger _100_stamp_times before insert or update on app.order_items for each row execute function internal.tg__stamp_times();
trigger _400_journal after delete or update on app.order_items for each row execute function internal.tg__journal('order_item', 'id', 'order_id', 'delivered_quantity returned_quantity damaged_quantity released_quantity unit_cost', '');
trigger _500_book_sales_insert after insert on app.order_items for each row when (new.delivered_quantity > 0) execute function internal.tg_order_items__book_sales();
trigger _500_book_sales_update after update on app.order_items for each row when (old.delivered_quantity is distinct from new.delivered_quantity or old.returned_quantity is distinct from new.returned_quantity or old.quantity is distinct from new.quantity or old.line_total is distinct from new.line_total) execute function internal.tg_order_items__book_sales();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select (id, company_id, store_id, order_id, line, product_id, variant_id, sku, barcode, product_name, variant_name, options, image_media_key, quantity, delivered_quantity, returned_quantity, damaged_quantity, released_quantity, unit_price, discount_price, discount_amount, line_total, created_at, updated_at) to haat_api, haat_staff;
grant select to haat_dba, haat_gatekeeper;

-- What each status of an order means. A new status is a row here and its rows in order_transitions. Shared by all
-- tenants.
table app.order_statuses (
  -- The word of the API for it.
  status       text not null,
  -- Where it stands on the way of an order: a transition to a lower one leads back. Lists of statuses have this order.
  "position"   integer not null,
  -- What it means, for the people who read the documentation.
  description  text not null,
  -- The goods of the order. reserved: held for it, to be delivered. sold: the customer has them. returning: what is
  -- still out is held until the parcel is received. none: free again.
  stock        text not null,
  -- Where the reports count what is due: not_shipped, with_courier, delivered_unpaid. Null: nothing is due.
  cash_state   text,
  -- What becomes of the open parcel of an order that enters the status. kept: nothing. out: a failed one goes out
  -- again; an order without one gets one, recorded by hand. failed, delivered, cancelled: so it is marked.
  parcel       text not null,
  -- The order was cancelled: it has a cancelled_at, its coupon use is given back, and order.cancelled is sent.
  is_cancelled boolean not null default false,
  -- A customer really asked for it; false for spam.
  is_genuine   boolean not null default true,
  -- The goods are still to be delivered.
  is_open      boolean not null generated always as ((stock = 'reserved')) stored,
  -- What was not paid is due. Otherwise due_amount is 0.
  owes         boolean not null generated always as ((cash_state is not null)) stored,
  -- The goods have left the store, whether or not they came back since.
  is_shipped   boolean not null generated always as (((stock in ('sold', 'returning')) or coalesce((cash_state = 'with_courier'), false))) stored,
  -- What is to be done with the order next, as the lists of work are cut: new (to be confirmed), call_back, on_hold,
  -- to_pack, to_ship (packed), with_courier, delivered, returned, closed. Null: in none of these lists.
  stage        text,
  -- What people call it, by language (en, bn): name, transition (what the button says that leads to it), effect (what
  -- that does).
  words        jsonb not null,
  constraint order_statuses_pkey primary key (status),
  constraint order_statuses_position_key unique ("position") deferrable,
  constraint order_statuses_a_cancelled_order_holds_nothing check (not is_cancelled or stock = 'none'),
  constraint order_statuses_cash_is_where_the_goods_are check (
case stock
    when 'reserved' then (cash_state in ('not_shipped', 'with_courier')) and cash_state is not null
    when 'sold' then cash_state = 'delivered_unpaid' and cash_state is not null
    else cash_state is null
end),
  constraint order_statuses_cash_state_check check (cash_state in ('not_shipped', 'with_courier', 'delivered_unpaid')),
  constraint order_statuses_description_check check (length(description) >= 1 and length(description) <= 200),
  constraint order_statuses_has_its_words check (num_nonnulls(words #>> '{en,name}'::text[], words #>> '{en,transition}'::text[], words #>> '{en,effect}'::text[], words #>> '{bn,name}'::text[], words #>> '{bn,transition}'::text[], words #>> '{bn,effect}'::text[]) = 6),
  constraint order_statuses_parcel_check check (parcel in ('kept', 'out', 'failed', 'delivered', 'cancelled')),
  constraint order_statuses_parcel_fits_the_goods check (
case stock
    when 'reserved' then parcel = 'kept' or (parcel in ('out', 'failed')) and cash_state = 'with_courier'
    when 'sold' then parcel = 'delivered'
    when 'returning' then parcel = 'kept'
    else parcel = 'cancelled'
end),
  constraint order_statuses_stage_check check (stage in ('new', 'call_back', 'on_hold', 'to_pack', 'to_ship', 'with_courier', 'delivered', 'returned', 'closed')),
  constraint order_statuses_status_check check (status ~ '^[a-z][a-z_]*$' and length(status) <= 50),
  constraint order_statuses_stock_check check (stock in ('reserved', 'sold', 'returning', 'none'))
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (true);
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What happened to an order: who, when, from, to, note. Append only.
table app.order_timeline (
  -- UUIDv7: opaque to clients, rising with time.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- Its order.
  order_id    uuid not null,
  -- What happened.
  action      text not null,
  -- Status before; null when the status did not move.
  from_status text,
  -- Status after; null when the status did not move.
  to_status   text,
  -- What was remarked.
  note        text,
  -- Further facts, by action.
  detail      jsonb,
  -- Who did it: api_key, staff or system (timers).
  actor_type  text not null,
  -- The key or the staff member; null for the system.
  actor_id    uuid,
  -- Their name as it was then.
  actor_name  text not null,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id  text,
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  -- Of a new or edited order: the first 8 bytes of the hash of it, and of each of its lines (check_order_records).
  prints      bytea,
  constraint order_timeline_pkey primary key (id),
  constraint order_timeline_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id) not enforced,
  constraint order_timeline_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint order_timeline_action_check check (length(action) >= 1 and length(action) <= 50),
  constraint order_timeline_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint order_timeline_note_check check (length(note) <= 5000),
  constraint order_timeline_prints_check check ((length(prints) % 8) = 0 and length(prints) > 8)
);
create index order_timeline_actor_idx on app.order_timeline using btree (company_id, actor_id, created_at desc, id desc) where ((actor_type = 'staff') or (actor_name = 'Command line') or (detail ?| array['parcel_id', 'return_id', 'payment_id']));
create index order_timeline_acts_idx on app.order_timeline using btree (company_id, created_at desc, id desc) where (((actor_type = 'staff') or (actor_name = 'Command line')) and ((detail ?| array['parcel_id', 'return_id', 'payment_id']) is not true));
create index order_timeline_former_customer_idx on app.order_timeline using btree (store_id, ((detail #>> '{customer_id,0}'::text[])), order_id) where ((action = 'edited') and (detail ? 'customer_id'));
create index order_timeline_order_id_idx on app.order_timeline using btree (store_id, order_id, created_at, id);
create index order_timeline_part_acts_idx on app.order_timeline using btree (company_id, created_at desc, id desc) where ((detail ?| array['parcel_id', 'return_id', 'payment_id']) and ((actor_type = 'staff') or (actor_name = 'Command line') or ((actor_type = 'api_key') and (action <> 'payment_recorded') and ((action <> 'parcel_booked') or (detail ? 'tracking_code')))));
create index order_timeline_part_idx on app.order_timeline using btree (((coalesce((detail ->> 'parcel_id'), (detail ->> 'return_id'), (detail ->> 'payment_id')))::uuid)) where ((coalesce((detail ->> 'parcel_id'), (detail ->> 'return_id'), (detail ->> 'payment_id')))::uuid is not null);
trigger _100_keep_order before insert on app.order_timeline for each row execute function internal.tg__keep_order();
trigger _100_stamp_created_at before insert on app.order_timeline for each row execute function internal.tg__stamp_created_at();
trigger _900_append_only before truncate on app.order_timeline for each statement execute function internal.tg__append_only();
trigger _900_archived_only after delete on app.order_timeline referencing old table as removed for each statement execute function internal.tg__archived_only();
trigger _900_redact_only before update on app.order_timeline for each row execute function internal.tg__redact_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((( select internal.is_permitted('customers.read') as is_permitted) or (action <> 'edited') or (not (detail ? 'shipping_address'))));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant delete, insert, select to haat_gatekeeper;
grant select (id, company_id, store_id, order_id, action, from_status, to_status, note, detail, actor_type, actor_id, actor_name, request_id, created_at) to haat_api, haat_staff;
grant select to haat_dba;

-- Which status may follow which, one row a transition, and who may make it. Shared by all tenants.
table app.order_transitions (
  -- The status it leaves.
  from_status text not null,
  -- The status it may take.
  to_status   text not null,
  -- parcel, return: made by work on a parcel or on a return, never by asking for the status. Null: by everybody who
  -- may change the order.
  only_by     text,
  constraint order_transitions_pkey primary key (from_status, to_status),
  constraint order_transitions_from_status_fkey foreign key (from_status) references app.order_statuses(status),
  constraint order_transitions_to_status_fkey foreign key (to_status) references app.order_statuses(status),
  constraint order_transitions_only_by_check check (only_by in ('parcel', 'return'))
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (true);
grant select to haat_api, haat_dba, haat_staff;

-- Saved views of the list of orders: filters under a name, shared by the people of a company. At most 50.
table app.order_views (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- What people call it; unique in the company.
  name       text not null,
  -- The filters as the address of the list has them: stage=new&sort=oldest. No search, which may name a customer.
  query      text not null,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at timestamptz not null,
  constraint order_views_pkey primary key (id),
  constraint order_views_name_key unique (company_id, name),
  constraint order_views_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint order_views_name_check check (length(name) >= 1 and length(name) <= 60),
  constraint order_views_query_is_of_filters check (length(query) <= 1000 and query ~ '^([a-z]{1,20}=[^&=#]+(&|$))*$' and query !~ '(^|&)q=')
);
trigger _100_stamp_times before insert or update on app.order_views for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.order_views for each row execute function internal.tg__journal('order_view', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- An order of a customer. Written by procedures only.
table app.orders (
  -- UUIDv7: opaque to clients, rising with time.
  id                     uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id             uuid not null,
  -- The store. The fence compares it.
  store_id               uuid not null,
  -- ORD-<day on the store's calendar>-<sequence>; gaps are normal.
  number                 text not null,
  -- api, staff or storefront.
  source                 text not null,
  -- Where it came from.
  channel_id             uuid not null,
  -- Who ordered.
  customer_id            uuid not null,
  -- Where its goods are held and taken from.
  location_id            uuid not null,
  -- The status it has; app.order_transitions says which may follow.
  status                 text not null default 'pending',
  -- unpaid, partially_paid, paid or refunded: from money only.
  payment_status         text not null default 'unpaid',
  -- unfulfilled, partially_fulfilled, fulfilled or returned.
  fulfillment_status     text not null default 'unfulfilled',
  -- Lines at their selling price.
  subtotal               numeric(15,2) not null,
  -- What the coupon took off.
  discount_amount        numeric(15,2) not null default 0,
  -- Delivery charged; 0 with a free-shipping coupon.
  shipping_charge        numeric(12,2) not null default 0,
  -- Tax charged.
  tax_amount             numeric(12,2) not null default 0,
  -- subtotal - discount_amount + shipping_charge + tax_amount.
  total_amount           numeric(12,2) not null,
  -- What came in for it: settled payments to the store, and of each parcel what of its collected cash is settled (paid
  -- out, charged or written off).
  received_amount        numeric(12,2) not null default 0,
  -- Sum of settled refunds.
  refunded_amount        numeric(12,2) not null default 0,
  -- Value of the goods of a delivered order that were received back: no longer owed.
  returned_amount        numeric(12,2) not null default 0,
  -- What the store does not ask for though no goods came back for it: refunds beyond what the customer was owed, and
  -- what a cancelled, spam or returned order would still cost.
  waived_amount          numeric(12,2) not null default 0,
  -- Set when an undelivered order came back: how much of an advance the store keeps. Null otherwise.
  retained_amount        numeric(12,2),
  -- received_amount - refunded_amount, never below 0.
  paid_amount            numeric(12,2) not null default 0,
  -- Still owed, never below 0; 0 on cancelled, spam and returned orders.
  due_amount             numeric(12,2) not null default 0,
  -- As the client sent it.
  shipping_address       json,
  -- The coupon used.
  coupon_id              uuid,
  -- The coupon as it was: {id, code, type, value, discount_amount}.
  coupon                 jsonb,
  -- A flat object of the store's own fields.
  custom_fields          jsonb,
  -- What the shopper or staff remarked.
  note                   text,
  -- When to call back; kept after the order leaves follow_up.
  follow_up_at           timestamptz,
  -- What about.
  follow_up_note         text,
  -- The staff member who looks after it.
  assignee_id            uuid,
  -- The method the shopper chose at checkout, where one was chosen; a storefront order with an online one is cancelled
  -- when nothing is paid.
  payment_method_id      uuid,
  -- The day of the order on the store's own calendar: the plan's monthly quota counts it.
  store_date             date not null,
  -- When the customer took it: sales count from here.
  delivered_at           timestamptz,
  -- When it was cancelled.
  cancelled_at           timestamptz,
  -- When the row was written, by internal.now().
  created_at             timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at             timestamptz not null,
  -- Cash of it that its couriers hold: collected, and neither paid out, charged nor written off.
  held_by_courier_amount numeric(12,2) not null default 0,
  -- What the store owes the customer back.
  to_refund_amount       numeric(12,2) not null default 0,
  -- Units on their way to the customer.
  with_courier_quantity  integer not null default 0,
  -- Units on their way back: not kept, or called back, and not received yet.
  coming_back_quantity   integer not null default 0,
  -- Calls to the customer about it.
  call_count             integer not null default 0,
  -- When the last of them was recorded.
  last_call_at           timestamptz,
  -- What came of the last of them.
  last_call_outcome      text,
  -- With the last call, the calls reached what the store allows without a confirmation. A hint only.
  call_limit_reached     boolean not null default false,
  -- The order that was called off and that this one repeats.
  reorder_of_id          uuid,
  -- The newest order that repeats this one.
  reordered_as_id        uuid,
  -- The zone of the store's table whose delivery charge it has; null when the charge was given.
  delivery_zone          text,
  -- Words by which the shop groups it, in their order, each once; null: none.
  tags                   text[],
  -- The order of the same customer that its lines went into.
  merged_into_id         uuid,
  constraint orders_pkey primary key (id),
  constraint orders_number_key unique (store_id, number),
  constraint orders_store_id_id_key unique (store_id, id, company_id),
  constraint orders_company_id_assignee_id_fkey foreign key (company_id, assignee_id) references app.staff(company_id, id),
  constraint orders_company_id_location_id_fkey foreign key (company_id, location_id) references app.locations(company_id, id),
  constraint orders_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint orders_status_is_known foreign key (status) references app.order_statuses(status),
  constraint orders_store_id_channel_id_fkey foreign key (company_id, store_id, channel_id) references app.channels(company_id, store_id, id),
  constraint orders_store_id_coupon_id_fkey foreign key (company_id, store_id, coupon_id) references app.coupons(company_id, store_id, id),
  constraint orders_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id) references app.customers(company_id, store_id, id),
  constraint orders_store_id_merged_into_id_fkey foreign key (company_id, store_id, merged_into_id) references app.orders(company_id, store_id, id),
  constraint orders_store_id_payment_method_id_fkey foreign key (company_id, store_id, payment_method_id) references app.payment_methods(company_id, store_id, id),
  constraint orders_store_id_reorder_of_id_fkey foreign key (company_id, store_id, reorder_of_id) references app.orders(company_id, store_id, id),
  constraint orders_store_id_reordered_as_id_fkey foreign key (company_id, store_id, reordered_as_id) references app.orders(company_id, store_id, id),
  constraint orders_call_count_check check (call_count >= 0),
  constraint orders_calls_have_a_last_one check ((call_count > 0) = (last_call_at is not null) and (call_count > 0) = (last_call_outcome is not null)),
  constraint orders_check check (discount_amount >= 0 and discount_amount <= subtotal),
  constraint orders_coming_back_quantity_check check (coming_back_quantity >= 0),
  constraint orders_custom_fields_are_flat check (length(custom_fields) <= 16000 and not jsonb_path_exists(custom_fields, 'strict $.*?((@.type() == "object" || @.type() == "array") || @.type() == "null")'::jsonpath, silent => true)),
  constraint orders_custom_fields_check check (jsonb_typeof(custom_fields) = 'object'),
  constraint orders_delivery_zone_check check (length(delivery_zone) >= 1 and length(delivery_zone) <= 100),
  constraint orders_due_amount_check check (due_amount >= 0),
  constraint orders_follow_up_note_check check (length(follow_up_note) <= 2000),
  constraint orders_fulfillment_status_check check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled', 'returned')),
  constraint orders_held_by_courier_amount_check check (held_by_courier_amount >= 0),
  constraint orders_last_call_outcome_check check (last_call_outcome in ('confirmed', 'no_answer', 'switched_off', 'wrong_number', 'will_call_back', 'refused', 'asked_to_change')),
  constraint orders_note_check check (length(note) <= 5000),
  constraint orders_number_check check (number ~ '^ORD-[0-9]{8}-[0-9]+$'),
  constraint orders_paid_amount_check check (paid_amount >= 0),
  constraint orders_paid_amount_is_what_came_less_what_went check (paid_amount = greatest(0, received_amount - refunded_amount)),
  constraint orders_payment_status_check check (payment_status in ('unpaid', 'partially_paid', 'paid', 'refunded')),
  constraint orders_received_amount_check check (received_amount >= 0),
  constraint orders_refunded_amount_check check (refunded_amount >= 0),
  constraint orders_retained_amount_check check (retained_amount >= 0),
  constraint orders_returned_amount_check check (returned_amount >= 0),
  constraint orders_shipping_address_check check (json_typeof(shipping_address) = 'object'),
  constraint orders_shipping_charge_check check (shipping_charge >= 0),
  constraint orders_source_check check (source in ('api', 'staff', 'storefront')),
  constraint orders_subtotal_check check (subtotal >= 0),
  constraint orders_tags_check check (cardinality(tags) >= 1 and cardinality(tags) <= 250 and array_position(tags, null) is null and array_position(tags, '') is null),
  constraint orders_tax_amount_check check (tax_amount >= 0),
  constraint orders_to_refund_amount_check check (to_refund_amount >= 0),
  constraint orders_total_adds_up check (total_amount = (subtotal - discount_amount + shipping_charge + tax_amount)),
  constraint orders_waived_amount_check check (waived_amount >= 0),
  constraint orders_with_courier_quantity_check check (with_courier_quantity >= 0)
);
create index orders_assignee_idx on app.orders using btree (company_id, assignee_id, created_at desc, id desc) where (assignee_id is not null);
create index orders_assignee_status_idx on app.orders using btree (company_id, assignee_id, status, created_at, id) where (assignee_id is not null);
create index orders_awaiting_payment_idx on app.orders using btree (store_id, payment_method_id, created_at, id) where ((source = 'storefront') and (status = 'pending') and (received_amount = (0)));
create index orders_call_backs_idx on app.orders using btree (store_id, status, follow_up_at, id) where (follow_up_at is not null);
create index orders_calls_idx on app.orders using btree (store_id, status, last_call_outcome, least(call_count, 10), created_at desc, id desc) where (last_call_outcome is not null);
create index orders_city_idx on app.orders using btree (company_id, lower((shipping_address ->> 'city'))) where ((shipping_address ->> 'city') is not null);
create index orders_company_id_created_at_idx on app.orders using btree (company_id, created_at desc, id desc);
create index orders_coupon_idx on app.orders using btree (store_id, coupon_id) where (coupon_id is not null);
create index orders_customer_id_idx on app.orders using btree (store_id, customer_id, created_at desc);
create index orders_delivered_at_idx on app.orders using btree (store_id, delivered_at) where (delivered_at is not null);
create index orders_district_idx on app.orders using btree (company_id, lower(btrim((shipping_address ->> 'district')))) where ((shipping_address ->> 'district') is not null);
create index orders_groups_idx on app.orders using btree (store_id, status, payment_status, fulfillment_status, channel_id, created_at desc, id desc);
create index orders_lifespans_idx on app.orders using btree (store_id, status, internal.lifespan_class((updated_at - created_at)), created_at, id);
create index orders_merged_into_idx on app.orders using btree (store_id, merged_into_id) where (merged_into_id is not null);
create index orders_number_trigrams_idx on app.orders using gin (lower(number) extensions.gin_trgm_ops);
create index orders_reorder_of_idx on app.orders using btree (store_id, reorder_of_id) where (reorder_of_id is not null);
create index orders_reordered_as_idx on app.orders using btree (store_id, reordered_as_id) where (reordered_as_id is not null);
create index orders_store_id_created_at_idx on app.orders using btree (store_id, created_at desc, id desc);
create index orders_tags_idx on app.orders using gin (internal.tag_keys(store_id, tags)) where (tags is not null);
create index orders_to_refund_idx on app.orders using btree (store_id, created_at, id) where (to_refund_amount > (0));
create index orders_with_follow_up_idx on app.orders using btree (store_id, created_at desc, id desc) include (follow_up_at) where (follow_up_at is not null);
trigger _100_stamp_times before insert or update on app.orders for each row execute function internal.tg__stamp_times();
trigger _400_journal after delete or update on app.orders for each row execute function internal.tg__journal('order', 'id', '', 'status payment_status fulfillment_status received_amount refunded_amount returned_amount waived_amount retained_amount paid_amount due_amount held_by_courier_amount to_refund_amount with_courier_quantity coming_back_quantity delivered_at cancelled_at call_count last_call_at last_call_outcome call_limit_reached', '');
trigger _500_book_counts_insert after insert on app.orders for each row execute function internal.tg_orders__book_counts();
trigger _500_book_counts_update after update on app.orders for each row when (old.status is distinct from new.status or old.total_amount is distinct from new.total_amount or old.due_amount is distinct from new.due_amount) execute function internal.tg_orders__book_counts();
trigger _500_book_sales_insert after insert on app.orders for each row when (new.delivered_at is not null) execute function internal.tg_orders__book_sales();
trigger _500_book_sales_update after update on app.orders for each row when ((old.delivered_at is not null or new.delivered_at is not null) and (old.delivered_at is distinct from new.delivered_at or old.channel_id is distinct from new.channel_id or old.subtotal is distinct from new.subtotal or old.shipping_charge is distinct from new.shipping_charge)) execute function internal.tg_orders__book_sales();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select (id, company_id, store_id, number, source, channel_id, customer_id, location_id, status, payment_status, fulfillment_status, subtotal, discount_amount, shipping_charge, tax_amount, total_amount, received_amount, refunded_amount, returned_amount, waived_amount, retained_amount, paid_amount, due_amount, coupon_id, coupon, custom_fields, note, follow_up_at, follow_up_note, assignee_id, payment_method_id, store_date, delivered_at, cancelled_at, created_at, updated_at, held_by_courier_amount, to_refund_amount, with_courier_quantity, coming_back_quantity, call_count, last_call_at, last_call_outcome, call_limit_reached, reorder_of_id, reordered_as_id, delivery_zone, tags, merged_into_id) to haat_staff;
grant select to haat_api, haat_dba, haat_gatekeeper;

-- A shipment of an order: by a courier, or recorded by hand (courier_id null).
table app.parcels (
  -- UUIDv7: opaque to clients, rising with time.
  id                 uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id         uuid not null,
  -- The store. The fence compares it.
  store_id           uuid not null,
  -- The order it carries.
  order_id           uuid not null,
  -- Who carries it; null for a shipment recorded by hand.
  courier_id         uuid,
  -- booked, picked_up, delivered, delivery_failed, return_requested, received or cancelled.
  status             text not null,
  -- The courier's code.
  tracking_code      text,
  -- What the courier must collect: the order's due_amount at booking, never its total.
  cod_amount         numeric(12,2) not null default 0,
  -- Cash that was collected, as stated; null: not stated. May be stated anew until it is paid out.
  collected_amount   numeric(12,2),
  -- When the courier paid out what it collected: only then is the order's COD money counted as paid.
  payout_at          timestamptz,
  -- When it was booked.
  booked_at          timestamptz not null,
  -- When the courier took it; where no pickup is reported, when it was booked. Null while it waits for its courier.
  picked_up_at       timestamptz,
  -- When the customer took it.
  delivered_at       timestamptz,
  -- When it came back to us.
  received_at        timestamptz,
  -- When the booking was cancelled.
  cancelled_at       timestamptz,
  -- When the row was written, by internal.now().
  created_at         timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at         timestamptz not null,
  -- What came of it to the store: the sum of the settled payments that name the parcel.
  paid_out_amount    numeric(12,2) not null default 0,
  -- True once the courier reported the pickup, or staff recorded it. Only then an advance pays for the delivery.
  is_pickup_recorded boolean not null default false,
  -- What the courier kept of it for its services: the sum of the charges of those payments.
  charged_amount     numeric(12,2) not null default 0,
  -- What of it the store has given up.
  written_off_amount numeric(12,2) not null default 0,
  -- What the courier (or, without one, who delivered it) still has of it.
  held_amount        numeric(12,2) not null default 0,
  -- What is to be done with it, for the lists of work: to_hand_over, with_courier, coming_back; null: nothing.
  work               text,
  -- What it weighs; null: not weighed.
  weight_grams       integer,
  -- A remark for the courier.
  note               text,
  constraint parcels_pkey primary key (id),
  constraint parcels_store_id_id_key unique (store_id, id, company_id),
  constraint parcels_company_id_courier_id_fkey foreign key (company_id, courier_id) references app.couriers(company_id, id),
  constraint parcels_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint parcels_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint parcels_are_picked_up_unless_they_wait check (status = 'cancelled' or (status = 'booked') = (picked_up_at is null)),
  constraint parcels_charged_amount_check check (charged_amount >= 0),
  constraint parcels_cod_amount_check check (cod_amount >= 0),
  constraint parcels_collected_amount_check check (collected_amount >= 0),
  constraint parcels_held_amount_check check (held_amount >= 0),
  constraint parcels_note_check check (length(note) <= 2000),
  constraint parcels_paid_out_amount_check check (paid_out_amount >= 0),
  constraint parcels_status_check check (status in ('booked', 'picked_up', 'delivered', 'delivery_failed', 'return_requested', 'received', 'cancelled')),
  constraint parcels_tracking_code_check check (length(tracking_code) >= 1 and length(tracking_code) <= 100),
  constraint parcels_weight_grams_check check (weight_grams >= 1 and weight_grams <= 1000000),
  constraint parcels_work_check check (work in ('to_hand_over', 'with_courier', 'coming_back')),
  constraint parcels_written_off_amount_check check (written_off_amount >= 0)
);
create index parcels_company_id_created_at_idx on app.parcels using btree (company_id, created_at desc, id desc);
create index parcels_courier_idx on app.parcels using btree (company_id, courier_id) where (courier_id is not null);
create index parcels_held_cash_idx on app.parcels using btree (store_id, delivered_at, id) where (held_amount > (0));
create index parcels_held_cash_of_courier_idx on app.parcels using btree (store_id, courier_id, delivered_at, id) where (held_amount > (0));
create index parcels_lifespans_idx on app.parcels using btree (store_id, internal.lifespan_class((updated_at - created_at)), created_at, id);
create index parcels_of_courier_idx on app.parcels using btree (store_id, courier_id, status, created_at desc, id desc) where (courier_id is not null);
create index parcels_order_id_idx on app.parcels using btree (store_id, order_id, created_at desc);
create index parcels_status_idx on app.parcels using btree (store_id, status, created_at desc, id desc);
create index parcels_store_id_created_at_idx on app.parcels using btree (store_id, created_at desc, id desc);
create index parcels_tracking_code_idx on app.parcels using btree (store_id, lower(tracking_code)) where (tracking_code is not null);
create index parcels_updated_at_idx on app.parcels using brin (updated_at);
create index parcels_work_idx on app.parcels using btree (store_id, work, coalesce(picked_up_at, booked_at), id) where (work is not null);
create index parcels_work_of_courier_idx on app.parcels using btree (store_id, courier_id, work, coalesce(picked_up_at, booked_at), id) where (work is not null);
create unique index parcels_one_open_per_order on app.parcels using btree (order_id, company_id) where (status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'));
trigger _100_stamp_times before insert on app.parcels for each row execute function internal.tg__stamp_times();
trigger _100_stamp_times_update before update on app.parcels for each row when (internal.is_parcel_change(old.*, new.*)) execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.parcels for each row execute function internal.tg__journal('parcel', 'id', 'order_id', 'work', '');
trigger _500_note_change_insert after insert on app.parcels for each row execute function internal.tg_parcels__note_change();
trigger _500_note_change_update after update on app.parcels for each row when (internal.is_parcel_change(old.*, new.*)) execute function internal.tg_parcels__note_change();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What is asked back, and what was received as sellable or damaged.
table app.return_lines (
  -- Its return.
  return_id         uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id        uuid not null,
  -- The store. The fence compares it.
  store_id          uuid not null,
  -- The line that comes back.
  order_item_id     uuid not null,
  -- Units asked back.
  quantity          integer not null,
  -- Units received that can be sold again.
  sellable_quantity integer not null default 0,
  -- Units received that cannot.
  damaged_quantity  integer not null default 0,
  constraint return_lines_pkey primary key (return_id, order_item_id),
  constraint return_lines_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint return_lines_store_id_order_item_id_fkey foreign key (company_id, store_id, order_item_id) references app.order_items(company_id, store_id, id),
  constraint return_lines_store_id_return_id_fkey foreign key (company_id, store_id, return_id) references app.returns(company_id, store_id, id),
  constraint return_lines_damaged_quantity_check check (damaged_quantity >= 0),
  constraint return_lines_quantity_check check (quantity > 0),
  constraint return_lines_received_within_quantity check ((sellable_quantity + damaged_quantity) <= quantity),
  constraint return_lines_sellable_quantity_check check (sellable_quantity >= 0)
);
create index return_lines_order_item_id_idx on app.return_lines using btree (store_id, order_item_id);
trigger _400_journal after insert or delete or update on app.return_lines for each row execute function internal.tg__journal('return_line', 'return_id order_item_id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- A customer's return of delivered goods, from request to receipt.
table app.returns (
  -- UUIDv7: opaque to clients, rising with time.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- The order whose goods come back.
  order_id    uuid not null,
  -- Number shown, unique in the store.
  number      text not null,
  -- requested, received or cancelled.
  status      text not null,
  -- Why.
  reason      text,
  -- When the goods arrived.
  received_at timestamptz,
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at  timestamptz not null,
  constraint returns_pkey primary key (id),
  constraint returns_number_key unique (store_id, number),
  constraint returns_store_id_id_key unique (store_id, id, company_id),
  constraint returns_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint returns_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint returns_reason_check check (length(reason) <= 2000),
  constraint returns_status_check check (status in ('requested', 'received', 'cancelled'))
);
create index returns_company_id_created_at_idx on app.returns using btree (company_id, created_at desc, id desc);
create index returns_lifespans_idx on app.returns using btree (store_id, internal.lifespan_class((updated_at - created_at)), created_at, id);
create index returns_order_id_idx on app.returns using btree (store_id, order_id);
create index returns_requested_idx on app.returns using btree (store_id, created_at, id) where (status = 'requested');
create index returns_status_idx on app.returns using btree (store_id, status, created_at desc, id desc);
create index returns_store_id_created_at_idx on app.returns using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.returns for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.returns for each row execute function internal.tg__journal('return', 'id', 'order_id', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Who did what, with before and after. What changed a record is told from where it stands; the table itself is for
-- what changed none, such as a sign-in or a ping. Append only.
table app.activity_log (
  -- UUIDv7: opaque to clients, rising with time.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid,
  -- Who did it: api_key, staff or system (timers).
  actor_type  text not null,
  -- The key or the staff member; null for the system.
  actor_id    uuid,
  -- Their name as it was then.
  actor_name  text not null,
  -- What was done, as noun.verb: inventory.adjusted.
  action      text not null,
  -- Type of the object: order, product, api_key.
  object_type text not null,
  -- Id of the object.
  object_id   uuid,
  -- The object before, as far as it matters; null where there was none.
  before      jsonb,
  -- The object after, as far as it matters.
  after       jsonb,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id  text,
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  constraint activity_log_pkey primary key (id),
  constraint activity_log_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint activity_log_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint activity_log_action_check check (length(action) >= 1 and length(action) <= 100),
  constraint activity_log_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint activity_log_object_type_check check (length(object_type) >= 1 and length(object_type) <= 50)
);
create index activity_log_company_id_created_at_idx on app.activity_log using btree (company_id, created_at desc, id desc);
create index activity_log_object_id_created_at_idx on app.activity_log using btree (company_id, object_id, created_at desc, id desc) where (object_id is not null);
trigger _100_keep_order before insert on app.activity_log for each row execute function internal.tg__keep_order();
trigger _100_stamp_created_at before insert on app.activity_log for each row execute function internal.tg__stamp_created_at();
trigger _900_append_only before delete or truncate on app.activity_log for each statement execute function internal.tg__append_only();
trigger _900_redact_only before update on app.activity_log for each row execute function internal.tg__redact_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((( select internal.is_permitted('activity.read') as is_permitted) and (( select internal.is_permitted('customers.read') as is_permitted) or (object_type <> all (array['customer', 'customer_address']))) and (( select internal.is_permitted('costs.read') as is_permitted) or ((row(before, after)) !~ '_cost"|"cost"')) and (( select internal.is_permitted('staff.manage') as is_permitted) or (object_type <> all (array['staff', 'staff_role'])))));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and ((store_id is null) or (store_id = any ((select internal.current_store_ids())::uuid[])))));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Keys of integrations. Only a SHA-256 is stored. A rotated key and its replacement share lineage_id.
table app.api_keys (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- The store. The fence compares it.
  store_id        uuid,
  -- The first key of the rotation chain: idempotency keys and videos follow it.
  lineage_id      uuid not null,
  -- The key it was made to replace by rotation.
  replaces_key_id uuid,
  -- What people call it.
  name            text not null,
  -- store: one store; company: every live store of the company.
  type            text not null,
  -- The prefix of the key text.
  prefix          text not null,
  -- The first characters of the key, for recognising it.
  sample          text not null,
  -- The last four characters of the key, for recognising it.
  last4           text not null,
  -- SHA-256 of the whole key. The key itself is kept nowhere.
  key_hash        bytea not null,
  -- What it may do; write satisfies read of the same resource.
  scopes          text[] not null default '{}'::text[],
  -- When it stops working; null never.
  expires_at      timestamptz,
  -- Set when the key was replaced by rotation: until then both keys work.
  grace_ends_at   timestamptz,
  -- When it was revoked: effective at the next request.
  revoked_at      timestamptz,
  -- Last use, to within 15 minutes.
  last_used_at    timestamptz,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at      timestamptz not null,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_company_id_id_key unique (company_id, id),
  constraint api_keys_key_hash_key unique (key_hash),
  constraint api_keys_replaces_key_id_key unique (replaces_key_id, company_id),
  constraint api_keys_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint api_keys_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint api_keys_replaces_key_id_fkey foreign key (company_id, replaces_key_id) references app.api_keys(company_id, id),
  constraint api_keys_catalog_write_needs_products_read check (not ('catalog:write' = any (scopes)) or scopes && array['products:read', 'products:write']),
  constraint api_keys_key_hash_check check (length(key_hash) = 32),
  constraint api_keys_last4_check check (length(last4) = 4),
  constraint api_keys_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint api_keys_prefix_check check (prefix in ('service_sk_', 'shop_sk_')),
  constraint api_keys_sample_check check (length(sample) >= 1 and length(sample) <= 30),
  constraint api_keys_scopes_are_known check (scopes <@ array['products:read', 'orders:read', 'customers:read', 'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read', 'payments:read', 'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write', 'payments:write', 'videos:write', 'parcels:read', 'parcels:write', 'returns:read', 'returns:write', 'webhooks:read', 'webhooks:write', 'changes:read']),
  constraint api_keys_type_check check (type in ('store', 'company')),
  constraint api_keys_type_says_whether_a_store_is_named check ((type = 'store') = (store_id is not null))
);
create index api_keys_company_id_created_at_idx on app.api_keys using btree (company_id, created_at desc, id desc);
create index api_keys_lineage_id_idx on app.api_keys using btree (lineage_id);
create unique index api_keys_one_grace_per_lineage on app.api_keys using btree (lineage_id, company_id) where ((grace_ends_at is not null) and (revoked_at is null));
trigger _100_stamp_times before insert or update on app.api_keys for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.api_keys for each row execute function internal.tg__journal('api_key', 'id', '', 'last_used_at', 'key_hash');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('developer.manage') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select (id, company_id, store_id, lineage_id, replaces_key_id, name, type, prefix, sample, last4, scopes, expires_at, grace_ends_at, revoked_at, last_used_at, created_at, updated_at) to haat_api, haat_dba, haat_staff;
grant select, update to haat_gatekeeper;

-- The journal: each change of a record, who made it, and what stood there before and after. Written by a trigger in
-- the transaction of the change, and by no hand. Append only. Read it as ledger.changes.
table app.changes (
  -- UUIDv7, rising with time: the changes of a record in their order.
  id            uuid not null default uuidv7(),
  -- The tenant; null for plans, which all share.
  company_id    uuid,
  -- The store. The fence compares it.
  store_id      uuid,
  -- Who did it: api_key, staff, system (timers), operator (by hand, past our functions) or release (npm run migrate).
  actor_type    text not null,
  -- The key or the staff member; null for the others.
  actor_id      uuid,
  -- Their name as it was then; of an operator the login.
  actor_name    text not null,
  -- What was asked for: the operation of the API, the procedure of staff or the timer; null by hand. Not proven.
  operation     text,
  -- The request that did it: X-Request-Id of the answer and of the log.
  request_id    text,
  -- Type of the record: product, variant, api_key (ledger.journaled_tables).
  record_type   text not null,
  -- Id of the record; where it has none of its own, of what it is a part of.
  record_id     uuid not null,
  -- What tells a record without an id of its own from others, such as the category of a product; else empty.
  part          text not null default '',
  -- What the record belongs to: of a variant its product, of a payment its order.
  parent_id     uuid,
  -- insert, update or delete; baseline: the record as it was found when its journal began.
  action        text not null,
  -- What changed, as it was: columns and values; of a deletion all that count. Secrets are not there.
  before        jsonb,
  -- What changed, as it is since; of a new record all that counts.
  after         jsonb,
  -- SHA-256 of all columns of the record that count, after the change; null once it is deleted.
  record_digest bytea,
  -- When the row was written, by internal.now().
  created_at    timestamptz not null,
  constraint changes_pkey primary key (id),
  constraint changes_actor_type_check check (actor_type in ('api_key', 'staff', 'system', 'operator', 'release'))
);
create index changes_actor_idx on app.changes using btree (company_id, store_id, actor_type, actor_id, record_type, created_at desc, id desc);
create index changes_company_id_created_at_idx on app.changes using btree (company_id, created_at desc, id desc);
create index changes_parent_id_idx on app.changes using btree (parent_id, id desc) where (parent_id is not null);
create index changes_record_idx on app.changes using btree (record_type, record_id, id desc);
create index changes_type_idx on app.changes using btree (company_id, store_id, record_type, created_at desc, id desc);
trigger _100_keep_order before insert on app.changes for each row execute function internal.tg__keep_order();
trigger _900_append_only before truncate on app.changes for each statement execute function internal.tg__append_only();
trigger _900_archived_only after delete on app.changes referencing old table as removed for each statement execute function internal.tg__archived_only();
trigger _900_redact_only before update on app.changes for each row execute function internal.tg__redact_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy readable_types as restrictive for select to haat_api using ((record_type = any ((select internal.readable_record_types())::text[])));
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((( select internal.is_permitted('activity.read') as is_permitted) and case when (record_type in ('attribute', 'attribute_value', 'brand', 'category', 'channel', 'company', 'coupon', 'courier', 'location', 'order_item', 'order_view', 'parcel', 'payment', 'payment_method', 'payout', 'plan', 'product', 'product_category', 'product_image', 'return', 'return_line', 'stock_count', 'stock_count_line', 'stock_transfer', 'stock_transfer_line', 'store', 'variant', 'variant_option', 'video', 'video_placement')) then true when (record_type in ('customer', 'customer_address', 'order', 'staff_note')) then ( select internal.is_permitted('customers.read') as is_permitted) when (record_type = 'attachment') then case when (store_id is null) then ( select internal.is_permitted('costs.read') as is_permitted) else ( select internal.is_permitted('customers.read') as is_permitted) end when (record_type in ('goods_receipt', 'goods_receipt_line', 'purchase', 'purchase_line', 'variant_cost')) then ( select internal.is_permitted('costs.read') as is_permitted) when (record_type = 'courier_rate') then (( select internal.is_permitted('settings.manage') as is_permitted) or ( select internal.is_permitted('payments.manage') as is_permitted) or ( select internal.is_permitted('costs.read') as is_permitted)) when (record_type = 'courier_charge') then (( select internal.is_permitted('payments.manage') as is_permitted) or ( select internal.is_permitted('costs.read') as is_permitted)) when (record_type in ('staff', 'staff_authenticator', 'staff_passkey', 'staff_role', 'staff_session')) then ( select internal.is_permitted('staff.manage') as is_permitted) when (record_type in ('api_key', 'webhook_endpoint')) then ( select internal.is_permitted('developer.manage') as is_permitted) else null::boolean end));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and ((store_id is null) or (store_id = any ((select internal.current_store_ids())::uuid[])))));
grant delete, insert, select to haat_gatekeeper;
grant select (id, company_id, store_id, actor_type, actor_id, actor_name, operation, request_id, record_type, record_id, part, parent_id, action, before, after, created_at) to haat_api, haat_staff;
grant select to haat_dba;

-- Who was shown personal data: a row for each actor, kind and hour. It names no customer. Kept 400 days.
table app.personal_data_reads (
  -- UUIDv7: opaque to clients, rising with time.
  id           uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- Who read: api_key, staff or system (timers, command line).
  actor_type   text not null,
  -- The key or the staff member; null for the system.
  actor_id     uuid,
  -- Their name as it was then.
  actor_name   text not null,
  -- customers.searched (lists), customers.opened (one), customers.exported (a file), customers.erased, orders.read
  -- (orders with whom they go to), orders.exported.
  kind         text not null,
  -- The hour, by its beginning.
  hour         timestamptz not null,
  -- How many customers or orders were shown: one that was shown twice counts twice.
  record_count bigint not null,
  -- In how many answers or files.
  read_count   integer not null,
  -- The last time in this hour.
  last_read_at timestamptz not null,
  constraint personal_data_reads_pkey primary key (id),
  constraint personal_data_reads_once_an_hour unique nulls not distinct (company_id, actor_type, actor_id, kind, hour),
  constraint personal_data_reads_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint personal_data_reads_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint personal_data_reads_kind_is_known check (kind in ('customers.searched', 'customers.opened', 'customers.exported', 'customers.erased', 'orders.read', 'orders.exported')),
  constraint personal_data_reads_read_count_check check (read_count > 0),
  constraint personal_data_reads_record_count_check check (record_count > 0)
);
create index personal_data_reads_hour_idx on app.personal_data_reads using btree (company_id, hour desc, id desc);
create index personal_data_reads_old_idx on app.personal_data_reads using btree (hour);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (( select internal.is_permitted('activity.read') as is_permitted));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_dba, haat_staff;

-- The pair of keys (VAPID) with which a company sends notices to the browsers of its staff. Made once.
table app.push_keys (
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- What browsers are given, in base64url.
  public_key text not null,
  -- Its private half in base64url, encrypted by the staff server. The key to it is not in the database.
  sealed_key text not null,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  constraint push_keys_pkey primary key (company_id),
  constraint push_keys_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint push_keys_public_key_check check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_keys_sealed_key_check check (length(sealed_key) >= 1 and length(sealed_key) <= 500)
);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select (company_id, public_key, created_at) to haat_dba;
grant select, update to haat_gatekeeper;

-- What devices are still to be told. A row goes when it is sent, or after four hours.
table app.push_notices (
  -- UUIDv7, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The device.
  device_id  uuid not null,
  -- new_order, call_back, or test: that the device is reached.
  kind       text not null,
  -- The store of the order. The fence compares it.
  store_id   uuid,
  -- The order; null for a test.
  order_id   uuid,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  constraint push_notices_pkey primary key (id),
  constraint push_notices_once unique nulls not distinct (company_id, device_id, kind, order_id),
  constraint push_notices_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint push_notices_company_id_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint push_notices_device_id_fkey foreign key (company_id, device_id) references app.staff_push_devices(company_id, id) on delete cascade,
  constraint push_notices_kind_check check (kind in ('new_order', 'call_back', 'test')),
  constraint push_notices_name_an_order check ((kind = 'test') = (order_id is null) and (order_id is null) = (store_id is null))
);
create index push_notices_order_id_idx on app.push_notices using btree (company_id, store_id, order_id);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and ((store_id is null) or (store_id = any ((select internal.current_store_ids())::uuid[])))));
grant delete, insert, select to haat_gatekeeper;
grant select to haat_dba;

-- People who run the day in the admin. An owner holds every permission.
table app.staff (
  -- UUIDv7: opaque to clients, rising with time.
  id                  uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id          uuid not null,
  -- What they sign in with; in lower case, unique in the whole service.
  email               text not null,
  -- Name shown.
  full_name           text not null,
  -- Salted hash of the password; null while they cannot sign in.
  password_hash       text,
  -- Set while the password is a one-time one: until then it lets its holder sign in, see themselves and choose their
  -- own.
  password_expires_at timestamptz,
  -- owner: every permission; agent: those listed, and those of the role.
  role                text not null default 'agent',
  -- What an agent may do and see besides what their role allows.
  permissions         text[] not null default '{}'::text[],
  -- active or disabled.
  status              text not null default 'active',
  -- When the row was written, by internal.now().
  created_at          timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at          timestamptz not null,
  -- Their role, whose permissions they have besides their own; null for none.
  staff_role_id       uuid,
  constraint staff_pkey primary key (id),
  constraint staff_company_id_id_key unique (company_id, id),
  constraint staff_email_key unique (email),
  constraint staff_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_staff_role_id_fkey foreign key (company_id, staff_role_id) references app.staff_roles(company_id, id),
  constraint staff_email_check check (email = lower(email) and length(email) >= 3 and length(email) <= 320),
  constraint staff_full_name_check check (length(full_name) >= 1 and length(full_name) <= 200),
  constraint staff_permissions_check check (permissions <@ array['developer.manage', 'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage', 'costs.read', 'customers.read', 'activity.read']),
  constraint staff_role_check check (role in ('owner', 'agent')),
  constraint staff_status_check check (status in ('active', 'disabled'))
);
create index staff_staff_role_id_idx on app.staff using btree (company_id, staff_role_id) where (staff_role_id is not null);
trigger _100_stamp_times before insert or update on app.staff for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.staff for each row execute function internal.tg__journal('staff', 'id', '', '', 'password_hash');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select (id, company_id, email, full_name, role, permissions, status, created_at, updated_at, staff_role_id) to haat_dba;
grant select (id, company_id, email, full_name, role, status, created_at, updated_at, staff_role_id) to haat_staff;
grant select (id, company_id, full_name) to haat_api;
grant select, update to haat_gatekeeper;

-- The authenticator app of a staff member (TOTP, RFC 6238): the second factor of their sign-in. One row a person.
table app.staff_authenticators (
  -- The encrypted seed is bound to it.
  id                   uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id           uuid not null,
  -- Whose it is.
  staff_id             uuid not null,
  -- The seed, encrypted by the staff server. The key is not in the database.
  sealed_seed          text not null,
  -- SHA-256 of the seed. A code is checked only with the seed that has this hash.
  seed_hash            bytea not null,
  -- When the first code was right. Null: it is being set up and asks for nothing yet.
  confirmed_at         timestamptz,
  -- The time step (30 seconds) of the last code that was used: no code is good twice.
  last_step            bigint,
  -- SHA-256 of the recovery codes that are left.
  recovery_code_hashes bytea[] not null default '{}'::bytea[],
  -- When the row was written, by internal.now().
  created_at           timestamptz not null,
  constraint staff_authenticators_pkey primary key (id),
  constraint staff_authenticators_staff_id_key unique (staff_id, company_id),
  constraint staff_authenticators_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_authenticators_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint staff_authenticators_seed_hash_check check (length(seed_hash) = 32)
);
trigger _400_journal after insert or delete or update on app.staff_authenticators for each row execute function internal.tg__journal('staff_authenticator', 'id', 'staff_id', 'last_step', 'sealed_seed seed_hash recovery_code_hashes');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select (id, company_id, staff_id, confirmed_at, created_at) to haat_dba;
grant select, update to haat_gatekeeper;

-- What staff wrote for each other about an order, a customer or a product. Neither edited nor shown to others; an
-- erasure of the customer removes it.
table app.staff_notes (
  -- UUIDv7: opaque to clients, rising with time.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- The store. The fence compares it.
  store_id    uuid not null,
  -- The order, where it is about one.
  order_id    uuid,
  -- The customer, where it is about one.
  customer_id uuid,
  -- The product, where it is about one.
  product_id  uuid,
  -- What was written.
  note        text not null,
  -- The staff member who wrote it; null for the system.
  actor_id    uuid,
  -- Their name as it was then.
  actor_name  text not null,
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  constraint staff_notes_pkey primary key (id),
  constraint staff_notes_company_id_store_id_customer_id_fkey foreign key (company_id, store_id, customer_id) references app.customers(company_id, store_id, id),
  constraint staff_notes_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint staff_notes_company_id_store_id_order_id_fkey foreign key (company_id, store_id, order_id) references app.orders(company_id, store_id, id),
  constraint staff_notes_company_id_store_id_product_id_fkey foreign key (company_id, store_id, product_id) references app.products(company_id, store_id, id),
  constraint staff_notes_about_one_thing check (num_nonnulls(order_id, customer_id, product_id) = 1),
  constraint staff_notes_note_check check (length(note) >= 1 and length(note) <= 4000)
);
create index staff_notes_about_idx on app.staff_notes using btree (company_id, coalesce(order_id, customer_id, product_id), created_at desc, id desc);
create index staff_notes_company_id_created_at_idx on app.staff_notes using btree (company_id, created_at desc, id desc);
create index staff_notes_customer_id_idx on app.staff_notes using btree (store_id, customer_id) where (customer_id is not null);
create index staff_notes_order_id_idx on app.staff_notes using btree (store_id, order_id) where (order_id is not null);
create index staff_notes_product_id_idx on app.staff_notes using btree (store_id, product_id) where (product_id is not null);
create index staff_notes_store_id_idx on app.staff_notes using btree (store_id, created_at desc, id desc);
trigger _100_stamp_created_at before insert on app.staff_notes for each row execute function internal.tg__stamp_created_at();
trigger _400_journal after insert or delete or update on app.staff_notes for each row execute function internal.tg__journal('staff_note', 'id', '', '', 'note');
trigger _900_append_only before update or truncate on app.staff_notes for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Passkeys of staff (WebAuthn): each signs its owner in without password and code. Public keys only, no secret.
table app.staff_passkeys (
  -- UUIDv7: opaque to clients, rising with time.
  id            uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id    uuid not null,
  -- Whose it is.
  staff_id      uuid not null,
  -- What its owner calls it.
  name          text not null,
  -- The host name that it is bound to (the id of the relying party): that of PUBLIC_URL when it was added.
  domain        text not null,
  -- What the device calls it; unique in the whole service.
  credential_id bytea not null,
  -- Its public key as the device gave it (COSE), of ES256 or RS256.
  public_key    bytea not null,
  -- How often it had signed by the last sign-in, as it counts; 0 where it counts nothing.
  sign_count    bigint not null,
  -- The last sign-in with it; null: never yet.
  last_used_at  timestamptz,
  -- When the row was written, by internal.now().
  created_at    timestamptz not null,
  constraint staff_passkeys_pkey primary key (id),
  constraint staff_passkeys_credential_id_key unique (credential_id),
  constraint staff_passkeys_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_passkeys_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint staff_passkeys_credential_id_check check (length(credential_id) >= 1 and length(credential_id) <= 1023),
  constraint staff_passkeys_domain_check check (length(domain) >= 1 and length(domain) <= 253),
  constraint staff_passkeys_name_check check (length(name) >= 1 and length(name) <= 100),
  constraint staff_passkeys_public_key_is_es256_or_rs256 check (encode(public_key, 'hex') ~ '^a5010203262001215820[0-9a-f]{64}225820[0-9a-f]{64}$' or encode(public_key, 'hex') ~ '^a40103033901002059[0-9a-f]{4}([0-9a-f]{128}){4,8}2143010001$'),
  constraint staff_passkeys_sign_count_check check (sign_count >= 0)
);
create index staff_passkeys_staff_id_idx on app.staff_passkeys using btree (company_id, staff_id);
trigger _400_journal after insert or delete or update on app.staff_passkeys for each row execute function internal.tg__journal('staff_passkey', 'id', 'staff_id', 'sign_count last_used_at', 'credential_id public_key');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba;
grant select, update to haat_gatekeeper;

-- Where staff have signed in from: wrong attempts of strangers do not slow these places. Removed after 180 days
-- without a sign-in.
table app.staff_places (
  -- UUIDv7: opaque to clients, rising with time.
  id           uuid not null default uuidv7(),
  -- Who signed in.
  staff_id     uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id   uuid not null,
  -- device: a browser or program that keeps the device token. address: a network address.
  kind         text not null,
  -- SHA-256 of the device token or of the address.
  place_hash   bytea not null,
  -- The first sign-in from there.
  created_at   timestamptz not null,
  -- The last sign-in from there.
  last_used_at timestamptz not null,
  constraint staff_places_pkey primary key (id),
  constraint staff_places_place_key unique (staff_id, kind, place_hash, company_id),
  constraint staff_places_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_places_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint staff_places_kind_check check (kind in ('device', 'address')),
  constraint staff_places_place_hash_check check (length(place_hash) = 32)
);
create index staff_places_place_hash_idx on app.staff_places using btree (place_hash) where (kind = 'device');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant delete, insert, select, update to haat_gatekeeper;
grant select (id, staff_id, company_id, kind, created_at, last_used_at) to haat_dba;

-- Browsers of staff that get notices (Web Push), each chosen by its owner. A row goes with its session.
table app.staff_push_devices (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- Whose it is.
  staff_id        uuid not null,
  -- The session in which it was turned on, or seen last.
  session_id      uuid not null,
  -- The only store that it is told of; null: all but test stores.
  store_id        uuid,
  -- Whether it is told of new orders.
  new_orders      boolean not null,
  -- Whether it is told of call-backs that become due.
  call_backs      boolean not null,
  -- The language of its notices.
  language        text not null,
  -- The digits of its notices.
  digits          text not null,
  -- Where its push service takes messages for it.
  endpoint        text not null,
  -- The public key of the browser, for which messages are encrypted; base64url.
  p256dh          text not null,
  -- What the browser shares with us for that; base64url.
  auth            text not null,
  -- It was told of the call-backs that were due by then.
  call_backs_upto timestamptz not null,
  -- Attempts that failed since one that succeeded.
  failures        integer not null default 0,
  -- No message is sent before: it was just sent one, or is to be tried then.
  not_before      timestamptz not null,
  -- When its push service last took a message; null: never yet.
  last_sent_at    timestamptz,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  constraint staff_push_devices_pkey primary key (id),
  constraint staff_push_devices_company_id_id_key unique (company_id, id),
  constraint staff_push_devices_endpoint_key unique (company_id, endpoint),
  constraint staff_push_devices_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_push_devices_company_id_session_id_fkey foreign key (company_id, session_id) references app.staff_sessions(company_id, id) on delete cascade,
  constraint staff_push_devices_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint staff_push_devices_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint staff_push_devices_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint staff_push_devices_digits_check check (digits in ('latn', 'beng')),
  constraint staff_push_devices_endpoint_check check (length(endpoint) >= 1 and length(endpoint) <= 1000),
  constraint staff_push_devices_failures_check check (failures >= 0),
  constraint staff_push_devices_language_check check (language in ('en', 'bn')),
  constraint staff_push_devices_p256dh_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$')
);
create index staff_push_devices_call_backs_idx on app.staff_push_devices using btree (company_id) where call_backs;
create index staff_push_devices_new_orders_idx on app.staff_push_devices using btree (company_id) where new_orders;
create index staff_push_devices_session_id_idx on app.staff_push_devices using btree (company_id, session_id);
create index staff_push_devices_staff_id_idx on app.staff_push_devices using btree (company_id, staff_id);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and ((store_id is null) or (store_id = any ((select internal.current_store_ids())::uuid[])))));
grant delete, select, update to haat_gatekeeper;
grant select (id, company_id, staff_id, session_id, store_id, new_orders, call_backs, language, digits, call_backs_upto, failures, not_before, last_sent_at, created_at) to haat_dba;

-- What people of a company are there for, such as call agent or packer: sets of permissions that the company may
-- change. An owner needs none.
table app.staff_roles (
  -- UUIDv7: opaque to clients, rising with time.
  id          uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id  uuid not null,
  -- What people call it; unique in the company.
  name        text not null,
  -- What it is for.
  description text,
  -- What everybody who has the role may do and see.
  permissions text[] not null default '{}'::text[],
  -- When the row was written, by internal.now().
  created_at  timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at  timestamptz not null,
  constraint staff_roles_pkey primary key (id),
  constraint staff_roles_company_id_id_key unique (company_id, id),
  constraint staff_roles_name_key unique (company_id, name),
  constraint staff_roles_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_roles_description_check check (length(description) <= 500),
  constraint staff_roles_name_check check (length(name) >= 1 and length(name) <= 100),
  constraint staff_roles_permissions_check check (permissions <@ array['developer.manage', 'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage', 'costs.read', 'customers.read', 'activity.read'])
);
trigger _100_stamp_times before insert or update on app.staff_roles for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.staff_roles for each row execute function internal.tg__journal('staff_role', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((( select internal.is_permitted('staff.manage') as is_permitted) or (id = ( select s.staff_role_id from app.staff s where (s.id = ( select a.actor_id from internal.current_actor() a(actor_type, actor_id, actor_name, request_id)))))));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant insert, select to haat_gatekeeper;
grant select to haat_dba, haat_staff;

-- A signed-in staff member: only the SHA-256 of the token is kept. 12 hours, revocable.
table app.staff_sessions (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- Who is signed in.
  staff_id        uuid not null,
  -- SHA-256 of the session token. The token itself is kept nowhere.
  token_hash      bytea not null,
  -- When it ends by itself.
  expires_at      timestamptz not null,
  -- When it was ended.
  revoked_at      timestamptz,
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- The network address it was opened from; null where it is not known.
  address         inet,
  -- The browser or program that opened it, as it calls itself.
  user_agent      text,
  -- Its last request, to within 15 minutes.
  last_seen_at    timestamptz,
  -- The order whose page it showed last.
  viewed_order_id uuid,
  -- When it last said so: colleagues are told for half a minute.
  viewed_at       timestamptz,
  -- The passkey that opened it, or was added in it: then it counts as both factors. Null: by password.
  passkey_id      uuid,
  constraint staff_sessions_pkey primary key (id),
  constraint staff_sessions_company_id_id_key unique (company_id, id),
  constraint staff_sessions_token_hash_key unique (token_hash),
  constraint staff_sessions_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_sessions_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint staff_sessions_token_hash_check check (length(token_hash) = 32)
);
create index staff_sessions_staff_id_idx on app.staff_sessions using btree (company_id, staff_id);
create index staff_sessions_viewed_order_id_idx on app.staff_sessions using btree (company_id, viewed_order_id) where (viewed_order_id is not null);
trigger _400_journal after insert or delete or update on app.staff_sessions for each row execute function internal.tg__journal('staff_session', 'id', 'staff_id', 'last_seen_at viewed_order_id viewed_at', 'token_hash');
trigger _500_drop_devices after update of revoked_at on app.staff_sessions for each row when (old.revoked_at is null and new.revoked_at is not null) execute function internal.tg_staff_sessions__drop_devices();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant delete, insert, select, update to haat_gatekeeper;
grant select (id, company_id, staff_id, expires_at, revoked_at, created_at, address, user_agent, last_seen_at, viewed_order_id, viewed_at, passkey_id) to haat_dba;

-- What a passkey is asked to sign. Each is good once, for five minutes; then its row goes.
table internal.passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea not null,
  -- sign_in, or add: what it may be used for.
  ceremony       text not null,
  -- The session that adds a passkey; null for a sign-in.
  session_id     uuid,
  -- When it is good no more.
  expires_at     timestamptz not null,
  constraint passkey_challenges_pkey primary key (challenge_hash),
  constraint passkey_challenges_ceremony_check check (ceremony in ('sign_in', 'add')),
  constraint passkey_challenges_challenge_hash_check check (length(challenge_hash) = 32),
  constraint passkey_challenges_session_of_who_adds check ((ceremony = 'add') = (session_id is not null))
);
create index passkey_challenges_expires_at_idx on internal.passkey_challenges using btree (expires_at);
grant delete, insert, select, update to haat_gatekeeper;
grant select (ceremony, session_id, expires_at) to haat_dba;

-- Wrong passwords and codes, and how long to wait after them. Kept for unknown emails too, so that an answer does not
-- tell which exist.
table internal.sign_in_waits (
  -- Who is slowed, as kind:SHA-256. internal.sign_in_keys tells the kinds.
  key        text not null,
  -- SHA-256 of the email that was tried last.
  account    bytea not null,
  -- Wrong attempts. They are forgotten with time, so this is a fraction.
  failures   double precision not null,
  -- The last wrong attempt.
  failed_at  timestamptz not null,
  -- No attempt is looked at before this; null where none has to wait.
  wait_until timestamptz,
  constraint sign_in_waits_pkey primary key (key)
);
create index sign_in_waits_account_idx on internal.sign_in_waits using btree (account);
create index sign_in_waits_failed_at_idx on internal.sign_in_waits using btree (failed_at);
grant delete, insert, select, update to haat_gatekeeper;
grant select to haat_dba;

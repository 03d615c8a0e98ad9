-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Who did what, with before and after for money and access. Append only.
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
create index activity_log_object_id_idx on app.activity_log using btree (company_id, object_id) where (object_id is not null);
trigger _100_raise_id before insert on app.activity_log for each row execute function internal.tg__raise_id();
trigger _100_stamp_created_at before insert on app.activity_log for each row execute function internal.tg__stamp_created_at();
trigger _900_append_only before delete or truncate on app.activity_log for each statement execute function internal.tg__append_only();
trigger _900_redact_only before update on app.activity_log for each row execute function internal.tg__redact_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
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
  constraint api_keys_scopes_are_known check (scopes <@ array['products:read', 'orders:read', 'customers:read', 'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read', 'payments:read', 'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write', 'payments:write', 'videos:write']),
  constraint api_keys_type_check check (type in ('store', 'company')),
  constraint api_keys_type_says_whether_a_store_is_named check ((type = 'store') = (store_id is not null))
);
create index api_keys_company_id_created_at_idx on app.api_keys using btree (company_id, created_at desc, id desc);
create index api_keys_lineage_id_idx on app.api_keys using btree (lineage_id);
create unique index api_keys_one_grace_per_lineage on app.api_keys using btree (lineage_id, company_id) where ((grace_ends_at is not null) and (revoked_at is null));
trigger _100_stamp_times before insert or update on app.api_keys for each row execute function internal.tg__stamp_times();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select (id, company_id, store_id, lineage_id, replaces_key_id, name, type, prefix, sample, last4, scopes, expires_at, grace_ends_at, revoked_at, last_used_at, created_at, updated_at) to haat_api, haat_dba, haat_staff;
grant select, update to haat_gatekeeper;

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
  -- owner: every permission; agent: those listed.
  role                text not null default 'agent',
  -- What an agent may do.
  permissions         text[] not null default '{}'::text[],
  -- active or disabled.
  status              text not null default 'active',
  -- Wrong passwords in a row; the fifth locks the account for 15 minutes.
  failed_sign_ins     integer not null default 0,
  -- No sign-in before this, after too many wrong passwords.
  locked_until        timestamptz,
  -- When the row was written, by internal.now().
  created_at          timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at          timestamptz not null,
  constraint staff_pkey primary key (id),
  constraint staff_company_id_id_key unique (company_id, id),
  constraint staff_email_key unique (email),
  constraint staff_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_email_check check (email = lower(email) and length(email) >= 3 and length(email) <= 320),
  constraint staff_full_name_check check (length(full_name) >= 1 and length(full_name) <= 200),
  constraint staff_permissions_check check (permissions <@ array['developer.manage', 'orders.manage', 'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage']),
  constraint staff_role_check check (role in ('owner', 'agent')),
  constraint staff_status_check check (status in ('active', 'disabled'))
);
trigger _100_stamp_times before insert or update on app.staff for each row execute function internal.tg__stamp_times();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select (id, company_id, email, full_name, role, permissions, status, created_at, updated_at) to haat_staff;
grant select (id, company_id, email, full_name, role, permissions, status, failed_sign_ins, locked_until, created_at, updated_at) to haat_dba;
grant select (id, company_id, full_name) to haat_api;
grant select, update to haat_gatekeeper;

-- A signed-in staff member: only the SHA-256 of the token is kept. 12 hours, revocable.
table app.staff_sessions (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- Who is signed in.
  staff_id   uuid not null,
  -- SHA-256 of the session token. The token itself is kept nowhere.
  token_hash bytea not null,
  -- When it ends by itself.
  expires_at timestamptz not null,
  -- When it was ended.
  revoked_at timestamptz,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  constraint staff_sessions_pkey primary key (id),
  constraint staff_sessions_token_hash_key unique (token_hash),
  constraint staff_sessions_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint staff_sessions_company_id_staff_id_fkey foreign key (company_id, staff_id) references app.staff(company_id, id),
  constraint staff_sessions_token_hash_check check (length(token_hash) = 32)
);
create index staff_sessions_staff_id_idx on app.staff_sessions using btree (company_id, staff_id);
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant delete, insert, select, update to haat_gatekeeper;
grant select (id, company_id, staff_id, expires_at, revoked_at, created_at) to haat_dba;

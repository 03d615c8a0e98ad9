--! Previous: sha1:4e75b8b27c39569772616640182bdfcd1df67353
--! Hash: sha1:0c39027722c7eb7f34299c3535dfb1c9bc03ded0
--! Message: Staff and keys

-- Who may act for a company: people and integrations, and what they did.

create table app.staff (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  full_name text not null check (length(full_name) between 1 and 200),
  password_hash text,
  password_expires_at timestamptz,
  role text not null default 'agent' check (role in ('owner', 'agent')),
  permissions text[] not null default '{}' check (permissions <@ array['developer.manage', 'orders.manage',
    'catalog.manage', 'inventory.manage', 'payments.manage', 'staff.manage', 'settings.manage']),
  status text not null default 'active' check (status in ('active', 'disabled')),
  failed_sign_ins integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  constraint staff_email_key unique (email)
);
comment on table app.staff is 'People who run the day in the admin. An owner holds every permission.';
comment on column app.staff.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff.email is 'What they sign in with; in lower case, unique in the whole service.';
comment on column app.staff.full_name is 'Name shown.';
comment on column app.staff.password_hash is 'Salted hash of the password; null while they cannot sign in.';
comment on column app.staff.password_expires_at is 'Set while the password is a one-time one: until then it lets its holder sign in, see themselves and choose their own.';
comment on column app.staff.role is 'owner: every permission; agent: those listed.';
comment on column app.staff.permissions is 'What an agent may do.';
comment on column app.staff.status is 'active or disabled.';
comment on column app.staff.failed_sign_ins is 'Wrong passwords in a row; the fifth locks the account for 15 minutes.';
comment on column app.staff.locked_until is 'No sign-in before this, after too many wrong passwords.';
comment on column app.staff.created_at is 'When the row was written, by internal.now().';
comment on column app.staff.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

create table app.staff_sessions (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  foreign key (company_id, staff_id) references app.staff (company_id, id)
);
create index staff_sessions_staff_id_idx on app.staff_sessions (company_id, staff_id);
comment on table app.staff_sessions is 'A signed-in staff member: only the SHA-256 of the token is kept. 12 hours, revocable.';
comment on column app.staff_sessions.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_sessions.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_sessions.staff_id is 'Who is signed in.';
comment on column app.staff_sessions.token_hash is 'SHA-256 of the session token. The token itself is kept nowhere.';
comment on column app.staff_sessions.expires_at is 'When it ends by itself.';
comment on column app.staff_sessions.revoked_at is 'When it was ended.';
comment on column app.staff_sessions.created_at is 'When the row was written, by internal.now().';

create table app.api_keys (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  store_id uuid,
  lineage_id uuid not null,
  replaces_key_id uuid unique references app.api_keys,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('store', 'company')),
  prefix text not null check (prefix in ('service_sk_', 'shop_sk_')),
  sample text not null check (length(sample) between 1 and 30),
  last4 text not null check (length(last4) = 4),
  key_hash bytea not null unique check (length(key_hash) = 32),
  scopes text[] not null default '{}',
  expires_at timestamptz,
  grace_ends_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint api_keys_type_says_whether_a_store_is_named check ((type = 'store') = (store_id is not null)),
  constraint api_keys_scopes_are_known check (scopes <@ array['products:read', 'orders:read', 'customers:read',
    'inventory:read', 'locations:read', 'channels:read', 'store:read', 'reports:read', 'payments:read',
    'products:write', 'catalog:write', 'orders:write', 'customers:write', 'inventory:write', 'payments:write',
    'videos:write']),
  constraint api_keys_catalog_write_needs_products_read
    check (not 'catalog:write' = any (scopes) or scopes && array['products:read', 'products:write'])
);
create index api_keys_company_id_created_at_idx on app.api_keys (company_id, created_at desc, id desc);
create index api_keys_lineage_id_idx on app.api_keys (lineage_id);
create unique index api_keys_one_grace_per_lineage on app.api_keys (lineage_id)
  where grace_ends_at is not null and revoked_at is null;
comment on table app.api_keys is 'Keys of integrations. Only a SHA-256 is stored. A rotated key and its replacement share lineage_id.';
comment on column app.api_keys.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.api_keys.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.api_keys.store_id is 'The store. The fence compares it.';
comment on column app.api_keys.lineage_id is 'The first key of the rotation chain: idempotency keys and videos follow it.';
comment on column app.api_keys.replaces_key_id is 'The key it was made to replace by rotation.';
comment on column app.api_keys.name is 'What people call it.';
comment on column app.api_keys.type is 'store: one store; company: every live store of the company.';
comment on column app.api_keys.prefix is 'The prefix of the key text.';
comment on column app.api_keys.sample is 'The first characters of the key, for recognising it.';
comment on column app.api_keys.last4 is 'The last four characters of the key, for recognising it.';
comment on column app.api_keys.key_hash is 'SHA-256 of the whole key. The key itself is kept nowhere.';
comment on column app.api_keys.scopes is 'What it may do; write satisfies read of the same resource.';
comment on column app.api_keys.expires_at is 'When it stops working; null never.';
comment on column app.api_keys.grace_ends_at is 'Set when the key was replaced by rotation: until then both keys work.';
comment on column app.api_keys.revoked_at is 'When it was revoked: effective at the next request.';
comment on column app.api_keys.last_used_at is 'Last use, to within a minute or so.';
comment on column app.api_keys.created_at is 'When the row was written, by internal.now().';
comment on column app.api_keys.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

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
comment on column app.activity_log.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.activity_log.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.activity_log.store_id is 'The store. The fence compares it.';
comment on column app.activity_log.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column app.activity_log.actor_id is 'The key or the staff member; null for the system.';
comment on column app.activity_log.actor_name is 'Their name as it was then.';
comment on column app.activity_log.action is 'What was done, as noun.verb: inventory.adjusted.';
comment on column app.activity_log.object_type is 'What kind of thing it was done to.';
comment on column app.activity_log.object_id is 'Which one.';
comment on column app.activity_log.before is 'What mattered of it before; null where there was nothing.';
comment on column app.activity_log.after is 'What mattered of it after.';
comment on column app.activity_log.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.activity_log.created_at is 'When the row was written, by internal.now().';

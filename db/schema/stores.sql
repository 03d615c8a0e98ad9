-- Written by "npm run db -- schema" from a migrated database: do not edit.

-- Where orders come from. slug is the stable key used by order filters and order creation.
table app.channels (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- manual, storefront, social, marketplace or pos.
  type       text not null,
  -- Name shown.
  name       text not null,
  -- Name in URLs: lowercase letters, digits, single hyphens.
  slug       text not null,
  -- Only active channels take orders.
  status     text not null default 'active',
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at timestamptz not null,
  constraint channels_pkey primary key (id),
  constraint channels_slug_key unique (store_id, slug),
  constraint channels_store_id_id_key unique (store_id, id, company_id),
  constraint channels_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint channels_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint channels_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  constraint channels_status_check check (status in ('active', 'inactive')),
  constraint channels_type_check check (type ~ '^[a-z_]{1,30}$')
);
create index channels_company_id_created_at_idx on app.channels using btree (company_id, created_at desc, id desc);
create index channels_store_id_created_at_idx on app.channels using btree (store_id, created_at desc, id desc);
trigger _100_stamp_times before insert or update on app.channels for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.channels for each row execute function internal.tg__journal('channel', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- A merchant: the tenant. Only an active company has a live API.
table app.companies (
  -- UUIDv7: opaque to clients, rising with time.
  id                  uuid not null default uuidv7(),
  -- Name of the merchant.
  name                text not null,
  -- Only active companies have a live API.
  status              text not null default 'active',
  -- Its plan: features and limits.
  plan_id             uuid not null,
  -- When the row was written, by internal.now().
  created_at          timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at          timestamptz not null,
  -- True: staff without two-factor sign-in can only set it up.
  requires_two_factor boolean not null default false,
  constraint companies_pkey primary key (id),
  constraint companies_plan_id_fkey foreign key (plan_id) references app.plans(id),
  constraint companies_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint companies_status_check check (status in ('active', 'suspended', 'closed'))
);
create index companies_plan_id_idx on app.companies using btree (plan_id);
trigger _100_stamp_times before insert or update on app.companies for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.companies for each row execute function internal.tg__journal('company', 'id', '', '', '');
trigger _500_add_staff_roles after insert on app.companies for each row execute function internal.tg_companies__add_staff_roles();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((id = (select internal.current_company_id())));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What a courier has agreed to charge. What a payout does not state is charged by it; what it states is compared.
table app.courier_rates (
  -- The courier.
  courier_id uuid not null,
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- [{name, places, delivery_charge, included_grams, per_kg_charge, cod_percent, return_charge}]. The one without
  -- places is for everywhere else.
  rates      jsonb not null default '[]'::jsonb,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at timestamptz not null,
  constraint courier_rates_pkey primary key (courier_id),
  constraint courier_rates_company_id_courier_id_key unique (company_id, courier_id),
  constraint courier_rates_company_id_courier_id_fkey foreign key (company_id, courier_id) references app.couriers(company_id, id),
  constraint courier_rates_are_amounts check (jsonb_typeof(rates) = 'array' and jsonb_array_length(rates) <= 50 and jsonb_array_length(rates) = jsonb_array_length(jsonb_path_query_array(rates, '$[*]?(((((((@."name" like_regex "^.{1,100}$" && @."delivery_charge" like_regex "^[0-9]{1,10}[.][0-9]{2}$") && @."per_kg_charge" like_regex "^[0-9]{1,10}[.][0-9]{2}$") && @."return_charge" like_regex "^[0-9]{1,10}[.][0-9]{2}$") && @."cod_percent" like_regex "^([0-9]{1,2}[.][0-9]{2}|100[.]00)$") && @."included_grams" >= 0) && @."included_grams" <= 1000000) && !(exists (@."places"[*]?(@.type() != "string" || !(@ like_regex "^.{1,200}$")))))'::jsonpath)))
);
trigger _100_stamp_times before insert or update on app.courier_rates for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.courier_rates for each row execute function internal.tg__journal('courier_rate', 'courier_id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using ((( select internal.is_permitted('settings.manage') as is_permitted) or ( select internal.is_permitted('payments.manage') as is_permitted) or ( select internal.is_permitted('costs.read') as is_permitted)));
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Who carries parcels. A courier that reports pickups keeps the order ready_to_ship until the pickup.
table app.couriers (
  -- UUIDv7: opaque to clients, rising with time.
  id              uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id      uuid not null,
  -- Name shown.
  name            text not null,
  -- Its orders stay ready_to_ship until it reports the pickup; without, they are in_transit once booked.
  reports_pickups boolean not null default false,
  -- The store's own rider: its parcels are never "live" and never block a payment.
  is_own_rider    boolean not null default false,
  -- Only active couriers are booked.
  status          text not null default 'active',
  -- When the row was written, by internal.now().
  created_at      timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at      timestamptz not null,
  constraint couriers_pkey primary key (id),
  constraint couriers_company_id_id_key unique (company_id, id),
  constraint couriers_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint couriers_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint couriers_status_check check (status in ('active', 'inactive'))
);
create unique index couriers_name_key on app.couriers using btree (company_id, internal.fold(name));
trigger _100_stamp_times before insert or update on app.couriers for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.couriers for each row execute function internal.tg__journal('courier', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- Warehouses. They belong to the company, so store keys and company keys see the same rows.
table app.locations (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- Name shown.
  name       text not null,
  -- Short name, unique in the company.
  code       text not null,
  -- Postal address of the location.
  address    text,
  -- Only active locations take orders.
  status     text not null default 'active',
  -- Orders that name no location are taken from here.
  is_default boolean not null default false,
  -- Degrees, north positive.
  latitude   numeric(9,6),
  -- Degrees, east positive.
  longitude  numeric(9,6),
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at timestamptz not null,
  constraint locations_pkey primary key (id),
  constraint locations_code_key unique (company_id, code),
  constraint locations_company_id_id_key unique (company_id, id),
  constraint locations_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint locations_address_check check (length(address) <= 1000),
  constraint locations_code_check check (length(code) >= 1 and length(code) <= 50),
  constraint locations_latitude_check check (latitude >= '-90' and latitude <= 90),
  constraint locations_longitude_check check (longitude >= '-180' and longitude <= 180),
  constraint locations_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint locations_status_check check (status in ('active', 'inactive'))
);
create index locations_company_id_created_at_idx on app.locations using btree (company_id, created_at desc, id desc);
create unique index locations_one_default on app.locations using btree (company_id) where is_default;
trigger _100_stamp_times before insert or update on app.locations for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.locations for each row execute function internal.tg__journal('location', 'id', '', '', '');
trigger _500_note_missing_levels after insert on app.locations for each row execute function internal.tg_locations__note_missing_levels();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using ((company_id = (select internal.current_company_id())));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- How a store is paid. is_online: a gateway the shopper pays before the order is kept.
table app.payment_methods (
  -- UUIDv7: opaque to clients, rising with time.
  id                      uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id              uuid not null,
  -- The store. The fence compares it.
  store_id                uuid not null,
  -- Name shown.
  name                    text not null,
  -- cod, wallet, bank, card or cash.
  type                    text not null,
  -- A payment must name the gateway's transaction.
  requires_transaction_id boolean not null default false,
  -- Paid before the order is kept: such an order is cancelled when it is still unpaid after the store's window.
  is_online               boolean not null default false,
  -- Only active methods take payments.
  status                  text not null default 'active',
  -- When the row was written, by internal.now().
  created_at              timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at              timestamptz not null,
  constraint payment_methods_pkey primary key (id),
  constraint payment_methods_store_id_id_key unique (store_id, id, company_id),
  constraint payment_methods_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint payment_methods_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint payment_methods_status_check check (status in ('active', 'inactive')),
  constraint payment_methods_type_check check (type in ('cod', 'wallet', 'bank', 'card', 'cash'))
);
create unique index payment_methods_name_key on app.payment_methods using btree (store_id, internal.fold(name), company_id);
trigger _100_stamp_times before insert or update on app.payment_methods for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.payment_methods for each row execute function internal.tg__journal('payment_method', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- What a company has bought: features and limits. Null means unlimited. Shared by all tenants.
table app.plans (
  -- UUIDv7: opaque to clients, rising with time.
  id                  uuid not null default uuidv7(),
  -- Short name.
  code                text not null,
  -- Name shown.
  name                text not null,
  -- Whether keys work at all.
  api_access          boolean not null default true,
  -- Comparisons and top products.
  advanced_reports    boolean not null default false,
  -- Whether products may show videos.
  product_videos      boolean not null default false,
  -- Reads a key may make in a minute.
  reads_per_minute    integer not null default 120,
  -- Writes a key may make in a minute.
  writes_per_minute   integer not null default 30,
  -- Orders a company may take in a month of the store's calendar; null without limit.
  orders_per_month    integer,
  -- Products a company may have; null without limit.
  max_products        integer,
  -- Bytes of video a company may keep.
  video_storage_bytes bigint not null default 0,
  -- Videos a product may show.
  videos_per_product  integer not null default 0,
  -- When the row was written, by internal.now().
  created_at          timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at          timestamptz not null,
  -- Lines of jobs a company may send on a UTC day; null without limit.
  job_lines_per_day   integer default 200000,
  constraint plans_pkey primary key (id),
  constraint plans_code_key unique (code),
  constraint plans_code_check check (code ~ '^[a-z0-9_]{1,50}$'),
  constraint plans_job_lines_per_day_check check (job_lines_per_day >= 0),
  constraint plans_max_products_check check (max_products >= 0),
  constraint plans_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint plans_orders_per_month_check check (orders_per_month >= 0),
  constraint plans_reads_per_minute_check check (reads_per_minute > 0),
  constraint plans_video_storage_bytes_check check (video_storage_bytes >= 0),
  constraint plans_videos_per_product_check check (videos_per_product >= 0),
  constraint plans_writes_per_minute_check check (writes_per_minute > 0)
);
trigger _100_stamp_times before insert or update on app.plans for each row execute function internal.tg__stamp_times();
trigger _400_journal after insert or delete or update on app.plans for each row execute function internal.tg__journal('plan', 'id', '', '', '');
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (true);
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- A shop of a company. Catalog, customers, orders and stock belong to a store; deleting is closing.
table app.stores (
  -- UUIDv7: opaque to clients, rising with time.
  id                    uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id            uuid not null,
  -- Name shown.
  name                  text not null,
  -- Name in URLs: lowercase letters, digits, single hyphens.
  slug                  text not null,
  -- Domain of the shop's website.
  domain                text,
  -- Only active stores are live; a closed one is kept.
  status                text not null default 'active',
  -- ISO 4217. All money of the store is in it.
  currency_code         text not null default 'BDT',
  -- Symbol shown.
  currency_symbol       text not null default '৳',
  -- before or after the amount.
  symbol_position       text not null default 'before',
  -- The store's own calendar: order numbers, reports and quotas go by it.
  timezone              text not null default 'Asia/Dhaka',
  -- How dates are shown.
  date_format           text not null default 'DD/MM/YYYY',
  -- Phone number shown to shoppers.
  contact_phone         text,
  -- Email address shown to shoppers.
  contact_email         text,
  -- WhatsApp number shown to shoppers.
  contact_whatsapp      text,
  -- Address shown to shoppers.
  contact_address       text,
  -- Link to a map, shown to shoppers.
  contact_map_url       text,
  -- Advances the shop offers: [{percent, note}].
  advance_payment_plans jsonb not null default '[]'::jsonb,
  -- Window after which an unpaid online-payment storefront order is cancelled, in hours.
  unpaid_order_hours    integer not null default 24,
  -- Switch for video uploads.
  video_uploads_enabled boolean not null default true,
  -- When the row was written, by internal.now().
  created_at            timestamptz not null,
  -- When anything shown in the resource last changed; clients sync by it.
  updated_at            timestamptz not null,
  -- A store to try in: outside of what is said of the company as a whole, of its plan and of company keys. Never
  -- changes.
  is_test               boolean not null default false,
  -- When somebody asked for the demo in this test store; null when it is there.
  reset_asked_at        timestamptz,
  -- After so many calls without a confirmation an order says that the limit is reached; null without limit.
  call_attempts_limit   integer,
  -- by_zone: an order whose delivery charge is not given has that of delivery_zones. off: it has none.
  delivery_charges      text not null default 'off',
  -- What delivery costs: [{name, places, charge, free_from}]. The one without places is for everywhere else.
  delivery_zones        jsonb not null default '[]'::jsonb,
  constraint stores_pkey primary key (id),
  constraint stores_company_id_id_key unique (company_id, id),
  constraint stores_slug_key unique (slug),
  constraint stores_company_id_fkey foreign key (company_id) references app.companies(id),
  constraint stores_advance_payment_plans_check check (jsonb_typeof(advance_payment_plans) = 'array'),
  constraint stores_advance_payment_plans_have_a_share check (jsonb_array_length(advance_payment_plans) <= 20 and not jsonb_path_exists(advance_payment_plans, 'strict $[*]?(!(@."percent" > 0 && @."percent" <= 100))'::jsonpath, silent => true)),
  constraint stores_call_attempts_limit_check check (call_attempts_limit >= 1 and call_attempts_limit <= 100),
  constraint stores_contact_address_check check (length(contact_address) <= 1000),
  constraint stores_contact_email_check check (length(contact_email) <= 320),
  constraint stores_contact_map_url_check check (length(contact_map_url) <= 2000),
  constraint stores_contact_phone_check check (length(contact_phone) <= 50),
  constraint stores_contact_whatsapp_check check (length(contact_whatsapp) <= 50),
  constraint stores_currency_code_check check (currency_code ~ '^[A-Z]{3}$'),
  constraint stores_currency_symbol_check check (length(currency_symbol) >= 1 and length(currency_symbol) <= 8),
  constraint stores_date_format_check check (length(date_format) >= 1 and length(date_format) <= 30),
  constraint stores_delivery_charges_check check (delivery_charges in ('off', 'by_zone')),
  constraint stores_delivery_zones_are_priced check (jsonb_typeof(delivery_zones) = 'array' and jsonb_array_length(delivery_zones) >= (delivery_charges = 'by_zone') and jsonb_array_length(delivery_zones) <= 50 and jsonb_array_length(delivery_zones) = jsonb_array_length(jsonb_path_query_array(delivery_zones, '$[*]?(((@."name" like_regex "^.{1,100}$" && @."charge" like_regex "^[0-9]{1,10}[.][0-9]{2}$") && (@."free_from" == null || @."free_from" like_regex "^[0-9]{1,10}[.][0-9]{2}$")) && !(exists (@."places"[*]?(@.type() != "string" || !(@ like_regex "^.{1,200}$")))))'::jsonpath))),
  constraint stores_domain_check check (length(domain) <= 253),
  constraint stores_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint stores_only_test_stores_are_reset check (is_test or reset_asked_at is null),
  constraint stores_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  constraint stores_status_check check (status in ('active', 'suspended', 'closed')),
  constraint stores_symbol_position_check check (symbol_position in ('before', 'after')),
  constraint stores_unpaid_order_hours_check check (unpaid_order_hours >= 1 and unpaid_order_hours <= 720)
);
trigger _100_stamp_times before insert or update on app.stores for each row execute function internal.tg__stamp_times();
trigger _200_keep_kind before update on app.stores for each row when (old.is_test is distinct from new.is_test) execute function internal.tg_stores__keep_kind();
trigger _400_journal after insert or delete or update on app.stores for each row execute function internal.tg__journal('store', 'id', '', '', '');
trigger _500_create_numbers after insert on app.stores for each row execute function internal.tg_stores__create_numbers();
trigger _500_rebuild_sales after update on app.stores for each row when (old.timezone is distinct from new.timezone) execute function internal.tg_stores__rebuild_sales();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff;

-- How much time people let pass in a test store, and when: what began to wait before has waited for so much longer.
table app.time_jumps (
  -- UUIDv7: opaque to clients, rising with time.
  id         uuid not null default uuidv7(),
  -- The tenant. On every row: the fence compares it.
  company_id uuid not null,
  -- The store. The fence compares it.
  store_id   uuid not null,
  -- How many hours were let pass.
  hours      integer not null,
  -- When the row was written, by internal.now().
  created_at timestamptz not null,
  constraint time_jumps_pkey primary key (id),
  constraint time_jumps_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores(company_id, id),
  constraint time_jumps_hours_check check (hours >= 1 and hours <= 720)
);
create index time_jumps_store_id_idx on app.time_jumps using btree (store_id, created_at);
trigger _100_stamp_created_at before insert on app.time_jumps for each row execute function internal.tg__stamp_created_at();
trigger _900_append_only before delete or update or truncate on app.time_jumps for each statement execute function internal.tg__append_only();
policy all_gatekeeper for all to haat_gatekeeper using (true);
policy all_owner for all to haat_owner using (true);
policy select_api for select to haat_api using (true);
policy select_dba for select to haat_dba using (true);
policy select_staff for select to haat_staff using (true);
policy tenant_fence as restrictive for all to haat_api, haat_owner, haat_staff using (((company_id = (select internal.current_company_id())) and (store_id = any ((select internal.current_store_ids())::uuid[]))));
grant select to haat_dba, haat_gatekeeper, haat_staff;

-- Facts of this installation that the database needs. media_url: where our images and videos are served, without a
-- slash at the end. outbound_allow: what OUTBOUND_ALLOW names. Both are written at start.
table internal.deployment (
  -- Always true: the table has one row.
  only_row       boolean not null default true,
  -- Address that our images and videos are served from, without a slash at the end.
  media_url      text not null,
  -- The private hosts that OUTBOUND_ALLOW names: [{host or range, port}].
  outbound_allow jsonb not null default '[]'::jsonb,
  -- What an operator lets this database do (npm run haat -- cells). drained: it takes in no company. read-only: calls
  -- that write are refused too.
  cell_state     text not null default 'open',
  constraint deployment_pkey primary key (only_row),
  constraint deployment_cell_state_check check (cell_state in ('open', 'drained', 'read-only')),
  constraint deployment_only_row_check check (only_row),
  constraint deployment_outbound_allow_check check (jsonb_typeof(outbound_allow) = 'array')
);
grant select to haat_api, haat_dba, haat_gatekeeper, haat_staff, haat_worker;

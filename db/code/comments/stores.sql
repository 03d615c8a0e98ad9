-- What the tables of db/schema/stores.sql and their columns mean.

comment on table app.plans is
  'What a company has bought: features and limits. Null means unlimited. Shared by all tenants.';
comment on column app.plans.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.plans.code is 'Short name.';
comment on column app.plans.name is 'Name shown.';
comment on column app.plans.api_access is 'Whether keys work at all.';
comment on column app.plans.advanced_reports is 'Comparisons and top products.';
comment on column app.plans.product_videos is 'Whether products may show videos.';
comment on column app.plans.reads_per_minute is 'Reads a key may make in a minute.';
comment on column app.plans.writes_per_minute is 'Writes a key may make in a minute.';
comment on column app.plans.orders_per_month is
  'Orders a company may take in a month of the store''s calendar; null without limit.';
comment on column app.plans.max_products is 'Products a company may have; null without limit.';
comment on column app.plans.video_storage_bytes is 'Bytes of video a company may keep.';
comment on column app.plans.videos_per_product is 'Videos a product may show.';
comment on column app.plans.created_at is 'When the row was written, by internal.now().';
comment on column app.plans.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.plans.job_lines_per_day is 'Lines of jobs a company may send on a UTC day; null without limit.';

comment on table app.companies is 'A merchant: the tenant. Only an active company has a live API.';
comment on column app.companies.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.companies.name is 'Name of the merchant.';
comment on column app.companies.status is 'Only active companies have a live API.';
comment on column app.companies.plan_id is 'Its plan: features and limits.';
comment on column app.companies.created_at is 'When the row was written, by internal.now().';
comment on column app.companies.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.companies.requires_two_factor is 'True: staff without two-factor sign-in can only set it up.';

comment on table app.stores is
  'A shop of a company. Catalog, customers, orders and stock belong to a store; deleting is closing.';
comment on column app.stores.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.stores.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stores.name is 'Name shown.';
comment on column app.stores.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.stores.domain is 'Domain of the shop''s website.';
comment on column app.stores.status is 'Only active stores are live; a closed one is kept.';
comment on column app.stores.currency_code is 'ISO 4217. All money of the store is in it.';
comment on column app.stores.currency_symbol is 'Symbol shown.';
comment on column app.stores.symbol_position is 'before or after the amount.';
comment on column app.stores.timezone is 'The store''s own calendar: order numbers, reports and quotas go by it.';
comment on column app.stores.date_format is 'How dates are shown.';
comment on column app.stores.contact_phone is 'Phone number shown to shoppers.';
comment on column app.stores.contact_email is 'Email address shown to shoppers.';
comment on column app.stores.contact_whatsapp is 'WhatsApp number shown to shoppers.';
comment on column app.stores.contact_address is 'Address shown to shoppers.';
comment on column app.stores.contact_map_url is 'Link to a map, shown to shoppers.';
comment on column app.stores.advance_payment_plans is 'Advances the shop offers: [{percent, note}].';
comment on column app.stores.unpaid_order_hours is
  'Window after which an unpaid online-payment storefront order is cancelled, in hours.';
comment on column app.stores.call_attempts_limit is
  'After so many calls without a confirmation an order says that the limit is reached; null without limit.';
comment on column app.stores.delivery_charges is
  'by_zone: an order whose delivery charge is not given has that of delivery_zones. off: it has none.';
comment on column app.stores.delivery_zones is
  'What delivery costs: [{name, places, charge, free_from}]. The one without places is for everywhere else.';
comment on column app.stores.video_uploads_enabled is 'Switch for video uploads.';
comment on column app.stores.created_at is 'When the row was written, by internal.now().';
comment on column app.stores.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.stores.is_test is
  'A store to try in: outside of what is said of the company as a whole, of its plan and of company keys. Never '
  'changes.';
comment on column app.stores.reset_asked_at is
  'When somebody asked for the demo in this test store; null when it is there.';

comment on table app.locations is
  'Warehouses. They belong to the company, so store keys and company keys see the same rows.';
comment on column app.locations.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.locations.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.locations.name is 'Name shown.';
comment on column app.locations.code is 'Short name, unique in the company.';
comment on column app.locations.address is 'Postal address of the location.';
comment on column app.locations.status is 'Only active locations take orders.';
comment on column app.locations.is_default is 'Orders that name no location are taken from here.';
comment on column app.locations.latitude is 'Degrees, north positive.';
comment on column app.locations.longitude is 'Degrees, east positive.';
comment on column app.locations.created_at is 'When the row was written, by internal.now().';
comment on column app.locations.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.channels is
  'Where orders come from. slug is the stable key used by order filters and order creation.';
comment on column app.channels.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.channels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.channels.store_id is 'The store. The fence compares it.';
comment on column app.channels.type is 'manual, storefront, social, marketplace or pos.';
comment on column app.channels.name is 'Name shown.';
comment on column app.channels.slug is 'Name in URLs: lowercase letters, digits, single hyphens.';
comment on column app.channels.status is 'Only active channels take orders.';
comment on column app.channels.created_at is 'When the row was written, by internal.now().';
comment on column app.channels.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.payment_methods is
  'How a store is paid. is_online: a gateway the shopper pays before the order is kept.';
comment on column app.payment_methods.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.payment_methods.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.payment_methods.store_id is 'The store. The fence compares it.';
comment on column app.payment_methods.name is 'Name shown.';
comment on column app.payment_methods.type is 'cod, wallet, bank, card or cash.';
comment on column app.payment_methods.requires_transaction_id is 'A payment must name the gateway''s transaction.';
comment on column app.payment_methods.is_online is
  'Paid before the order is kept: such an order is cancelled when it is still unpaid after the store''s window.';
comment on column app.payment_methods.status is 'Only active methods take payments.';
comment on column app.payment_methods.created_at is 'When the row was written, by internal.now().';
comment on column app.payment_methods.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.couriers is
  'Who carries parcels. A courier that reports pickups keeps the order ready_to_ship until the pickup.';
comment on column app.couriers.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.couriers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.couriers.name is 'Name shown.';
comment on column app.couriers.reports_pickups is
  'Its orders stay ready_to_ship until it reports the pickup; without, they are in_transit once booked.';
comment on column app.couriers.is_own_rider is
  'The store''s own rider: its parcels are never "live" and never block a payment.';
comment on column app.couriers.status is 'Only active couriers are booked.';
comment on column app.couriers.created_at is 'When the row was written, by internal.now().';
comment on column app.couriers.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.courier_rates is
  'What a courier has agreed to charge. What a payout does not state is charged by it; what it states is compared.';
comment on column app.courier_rates.courier_id is 'The courier.';
comment on column app.courier_rates.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.courier_rates.rates is
  '[{name, places, delivery_charge, included_grams, per_kg_charge, cod_percent, return_charge}]. The one without '
  'places is for everywhere else.';
comment on column app.courier_rates.created_at is 'When the row was written, by internal.now().';
comment on column app.courier_rates.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table internal.deployment is
  'Facts of this installation that the database needs. media_url: where our images and videos are served, without a '
  'slash at the end. outbound_allow: what OUTBOUND_ALLOW names. Both are written at start.';
comment on column internal.deployment.only_row is 'Always true: the table has one row.';
comment on column internal.deployment.media_url is
  'Address that our images and videos are served from, without a slash at the end.';
comment on column internal.deployment.outbound_allow is
  'The private hosts that OUTBOUND_ALLOW names: [{host or range, port}].';
comment on column internal.deployment.cell_state is
  'What an operator lets this database do (npm run haat -- cells). drained: it takes in no company. read-only: calls '
  'that write are refused too.';

comment on table app.time_jumps is
  'How much time people let pass in a test store, and when: what began to wait before has waited for so much longer.';
comment on column app.time_jumps.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.time_jumps.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.time_jumps.store_id is 'The store. The fence compares it.';
comment on column app.time_jumps.hours is 'How many hours were let pass.';
comment on column app.time_jumps.created_at is 'When the row was written, by internal.now().';

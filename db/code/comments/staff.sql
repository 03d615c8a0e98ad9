-- What the tables of db/schema/staff.sql and their columns mean.

comment on table app.api_keys is
  'Keys of integrations. Only a SHA-256 is stored. A rotated key and its replacement share lineage_id.';
comment on column app.api_keys.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.api_keys.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.api_keys.store_id is 'The store. The fence compares it.';
comment on column app.api_keys.lineage_id is
  'The first key of the rotation chain: idempotency keys and videos follow it.';
comment on column app.api_keys.replaces_key_id is 'The key it was made to replace by rotation.';
comment on column app.api_keys.name is 'What people call it.';
comment on column app.api_keys.type is 'store: one store; company: every live store of the company.';
comment on column app.api_keys.prefix is 'The prefix of the key text.';
comment on column app.api_keys.sample is 'The first characters of the key, for recognising it.';
comment on column app.api_keys.last4 is 'The last four characters of the key, for recognising it.';
comment on column app.api_keys.key_hash is 'SHA-256 of the whole key. The key itself is kept nowhere.';
comment on column app.api_keys.scopes is 'What it may do; write satisfies read of the same resource.';
comment on column app.api_keys.expires_at is 'When it stops working; null never.';
comment on column app.api_keys.grace_ends_at is
  'Set when the key was replaced by rotation: until then both keys work.';
comment on column app.api_keys.revoked_at is 'When it was revoked: effective at the next request.';
comment on column app.api_keys.last_used_at is 'Last use, to within 15 minutes.';
comment on column app.api_keys.created_at is 'When the row was written, by internal.now().';
comment on column app.api_keys.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.activity_log is
  'Who did what, with before and after. What changed a record is told from where it stands; the table itself is for '
  'what changed none, such as a sign-in or a ping. Append only.';
comment on column app.activity_log.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.activity_log.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.activity_log.store_id is 'The store. The fence compares it.';
comment on column app.activity_log.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column app.activity_log.actor_id is 'The key or the staff member; null for the system.';
comment on column app.activity_log.actor_name is 'Their name as it was then.';
comment on column app.activity_log.action is 'What was done, as noun.verb: inventory.adjusted.';
comment on column app.activity_log.object_type is 'Type of the object: order, product, api_key.';
comment on column app.activity_log.object_id is 'Id of the object.';
comment on column app.activity_log.before is 'The object before, as far as it matters; null where there was none.';
comment on column app.activity_log.after is 'The object after, as far as it matters.';
comment on column app.activity_log.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.activity_log.created_at is 'When the row was written, by internal.now().';

comment on table app.personal_data_reads is
  'Who was shown personal data: a row for each actor, kind and hour. It names no customer. Kept 400 days.';
comment on column app.personal_data_reads.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.personal_data_reads.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.personal_data_reads.actor_type is 'Who read: api_key, staff or system (timers, command line).';
comment on column app.personal_data_reads.actor_id is 'The key or the staff member; null for the system.';
comment on column app.personal_data_reads.actor_name is 'Their name as it was then.';
comment on column app.personal_data_reads.kind is
  'customers.searched (lists), customers.opened (one), customers.exported (a file), customers.erased, orders.read '
  '(orders with whom they go to), orders.exported.';
comment on column app.personal_data_reads.hour is 'The hour, by its beginning.';
comment on column app.personal_data_reads.record_count is
  'How many customers or orders were shown: one that was shown twice counts twice.';
comment on column app.personal_data_reads.read_count is 'In how many answers or files.';
comment on column app.personal_data_reads.last_read_at is 'The last time in this hour.';

comment on table internal.sign_in_waits is
  'Wrong passwords and codes, and how long to wait after them. Kept for unknown emails too, so that an '
  'answer does not tell which exist.';
comment on column internal.sign_in_waits.key is
  'Who is slowed, as kind:SHA-256. internal.sign_in_keys tells the kinds.';
comment on column internal.sign_in_waits.account is 'SHA-256 of the email that was tried last.';
comment on column internal.sign_in_waits.failures is
  'Wrong attempts. They are forgotten with time, so this is a fraction.';
comment on column internal.sign_in_waits.failed_at is 'The last wrong attempt.';
comment on column internal.sign_in_waits.wait_until is
  'No attempt is looked at before this; null where none has to wait.';

comment on table app.staff_notes is
  'What staff wrote for each other about an order, a customer or a product. Neither edited nor shown to others; an '
  'erasure of the customer removes it.';
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

comment on table app.staff_roles is
  'What people of a company are there for, such as call agent or packer: sets of permissions that the company may '
  'change. An owner needs none.';
comment on column app.staff_roles.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_roles.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_roles.name is 'What people call it; unique in the company.';
comment on column app.staff_roles.description is 'What it is for.';
comment on column app.staff_roles.permissions is 'What everybody who has the role may do and see.';
comment on column app.staff_roles.created_at is 'When the row was written, by internal.now().';
comment on column app.staff_roles.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.staff is 'People who run the day in the admin. An owner holds every permission.';
comment on column app.staff.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff.email is 'What they sign in with; in lower case, unique in the whole service.';
comment on column app.staff.full_name is 'Name shown.';
comment on column app.staff.password_hash is 'Salted hash of the password; null while they cannot sign in.';
comment on column app.staff.password_expires_at is
  'Set while the password is a one-time one: until then it lets its holder sign in, see themselves and choose their '
  'own.';
comment on column app.staff.role is 'owner: every permission; agent: those listed, and those of the role.';
comment on column app.staff.permissions is 'What an agent may do and see besides what their role allows.';
comment on column app.staff.status is 'active or disabled.';
comment on column app.staff.created_at is 'When the row was written, by internal.now().';
comment on column app.staff.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.staff.staff_role_id is
  'Their role, whose permissions they have besides their own; null for none.';

comment on table app.staff_sessions is
  'A signed-in staff member: only the SHA-256 of the token is kept. 12 hours, revocable.';
comment on column app.staff_sessions.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_sessions.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_sessions.staff_id is 'Who is signed in.';
comment on column app.staff_sessions.token_hash is 'SHA-256 of the session token. The token itself is kept nowhere.';
comment on column app.staff_sessions.expires_at is 'When it ends by itself.';
comment on column app.staff_sessions.revoked_at is 'When it was ended.';
comment on column app.staff_sessions.created_at is 'When the row was written, by internal.now().';
comment on column app.staff_sessions.address is 'The network address it was opened from; null where it is not known.';
comment on column app.staff_sessions.user_agent is 'The browser or program that opened it, as it calls itself.';
comment on column app.staff_sessions.last_seen_at is 'Its last request, to within 15 minutes.';
comment on column app.staff_sessions.viewed_order_id is 'The order whose page it showed last.';
comment on column app.staff_sessions.viewed_at is 'When it last said so: colleagues are told for half a minute.';
comment on column app.staff_sessions.passkey_id is
  'The passkey that opened it, or was added in it: then it counts as both factors. Null: by password.';

comment on table app.staff_authenticators is
  'The authenticator app of a staff member (TOTP, RFC 6238): the second factor of their sign-in. One row a person.';
comment on column app.staff_authenticators.id is 'The encrypted seed is bound to it.';
comment on column app.staff_authenticators.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_authenticators.staff_id is 'Whose it is.';
comment on column app.staff_authenticators.sealed_seed is
  'The seed, encrypted by the staff server. The key is not in the database.';
comment on column app.staff_authenticators.seed_hash is
  'SHA-256 of the seed. A code is checked only with the seed that has this hash.';
comment on column app.staff_authenticators.confirmed_at is
  'When the first code was right. Null: it is being set up and asks for nothing yet.';
comment on column app.staff_authenticators.last_step is
  'The time step (30 seconds) of the last code that was used: no code is good twice.';
comment on column app.staff_authenticators.recovery_code_hashes is 'SHA-256 of the recovery codes that are left.';
comment on column app.staff_authenticators.created_at is 'When the row was written, by internal.now().';

comment on table app.staff_passkeys is
  'Passkeys of staff (WebAuthn): each signs its owner in without password and code. Public keys only, no secret.';
comment on column app.staff_passkeys.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_passkeys.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_passkeys.staff_id is 'Whose it is.';
comment on column app.staff_passkeys.name is 'What its owner calls it.';
comment on column app.staff_passkeys.domain is
  'The host name that it is bound to (the id of the relying party): that of PUBLIC_URL when it was added.';
comment on column app.staff_passkeys.credential_id is 'What the device calls it; unique in the whole service.';
comment on column app.staff_passkeys.public_key is 'Its public key as the device gave it (COSE), of ES256 or RS256.';
comment on column app.staff_passkeys.sign_count is
  'How often it had signed by the last sign-in, as it counts; 0 where it counts nothing.';
comment on column app.staff_passkeys.last_used_at is 'The last sign-in with it; null: never yet.';
comment on column app.staff_passkeys.created_at is 'When the row was written, by internal.now().';

comment on table internal.passkey_challenges is
  'What a passkey is asked to sign. Each is good once, for five minutes; then its row goes.';
comment on column internal.passkey_challenges.challenge_hash is 'SHA-256 of the challenge.';
comment on column internal.passkey_challenges.ceremony is 'sign_in, or add: what it may be used for.';
comment on column internal.passkey_challenges.session_id is 'The session that adds a passkey; null for a sign-in.';
comment on column internal.passkey_challenges.expires_at is 'When it is good no more.';

comment on table app.push_keys is
  'The pair of keys (VAPID) with which a company sends notices to the browsers of its staff. Made once.';
comment on column app.push_keys.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.push_keys.public_key is 'What browsers are given, in base64url.';
comment on column app.push_keys.sealed_key is
  'Its private half in base64url, encrypted by the staff server. The key to it is not in the database.';
comment on column app.push_keys.created_at is 'When the row was written, by internal.now().';

comment on table app.staff_push_devices is
  'Browsers of staff that get notices (Web Push), each chosen by its owner. A row goes with its session.';
comment on column app.staff_push_devices.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_push_devices.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_push_devices.staff_id is 'Whose it is.';
comment on column app.staff_push_devices.session_id is 'The session in which it was turned on, or seen last.';
comment on column app.staff_push_devices.store_id is 'The only store that it is told of; null: all but test stores.';
comment on column app.staff_push_devices.new_orders is 'Whether it is told of new orders.';
comment on column app.staff_push_devices.call_backs is 'Whether it is told of call-backs that become due.';
comment on column app.staff_push_devices.language is 'The language of its notices.';
comment on column app.staff_push_devices.digits is 'The digits of its notices.';
comment on column app.staff_push_devices.endpoint is 'Where its push service takes messages for it.';
comment on column app.staff_push_devices.p256dh is
  'The public key of the browser, for which messages are encrypted; base64url.';
comment on column app.staff_push_devices.auth is 'What the browser shares with us for that; base64url.';
comment on column app.staff_push_devices.call_backs_upto is 'It was told of the call-backs that were due by then.';
comment on column app.staff_push_devices.failures is 'Attempts that failed since one that succeeded.';
comment on column app.staff_push_devices.not_before is
  'No message is sent before: it was just sent one, or is to be tried then.';
comment on column app.staff_push_devices.last_sent_at is 'When its push service last took a message; null: never yet.';
comment on column app.staff_push_devices.created_at is 'When the row was written, by internal.now().';

comment on table app.push_notices is
  'What devices are still to be told. A row goes when it is sent, or after four hours.';
comment on column app.push_notices.id is 'UUIDv7, rising with time.';
comment on column app.push_notices.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.push_notices.device_id is 'The device.';
comment on column app.push_notices.kind is 'new_order, call_back, or test: that the device is reached.';
comment on column app.push_notices.store_id is 'The store of the order. The fence compares it.';
comment on column app.push_notices.order_id is 'The order; null for a test.';
comment on column app.push_notices.created_at is 'When the row was written, by internal.now().';

comment on table app.staff_places is
  'Where staff have signed in from: wrong attempts of strangers do not slow these places. Removed after 180 days '
  'without a sign-in.';
comment on column app.staff_places.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.staff_places.staff_id is 'Who signed in.';
comment on column app.staff_places.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_places.kind is
  'device: a browser or program that keeps the device token. address: a network address.';
comment on column app.staff_places.place_hash is 'SHA-256 of the device token or of the address.';
comment on column app.staff_places.created_at is 'The first sign-in from there.';
comment on column app.staff_places.last_used_at is 'The last sign-in from there.';

-- The same for what staff may read: internal.readable_staff.
call internal.install_readable('app.staff');
call internal.install_readable('app.activity_log');

comment on table app.changes is
  'The journal: each change of a record, who made it, and what stood there before and after. Written by a trigger in '
  'the transaction of the change, and by no hand. Append only. Read it as ledger.changes.';
comment on column app.changes.id is 'UUIDv7, rising with time: the changes of a record in their order.';
comment on column app.changes.company_id is 'The tenant; null for plans, which all share.';
comment on column app.changes.store_id is 'The store. The fence compares it.';
comment on column app.changes.actor_type is
  'Who did it: api_key, staff, system (timers), operator (by hand, past our functions) or release (npm run migrate).';
comment on column app.changes.actor_id is 'The key or the staff member; null for the others.';
comment on column app.changes.actor_name is 'Their name as it was then; of an operator the login.';
comment on column app.changes.operation is
  'What was asked for: the operation of the API, the procedure of staff or the timer; null by hand. Not proven.';
comment on column app.changes.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.changes.record_type is
  'Type of the record: product, variant, api_key (ledger.journaled_tables).';
comment on column app.changes.record_id is
  'Id of the record; where it has none of its own, of what it is a part of.';
comment on column app.changes.part is
  'What tells a record without an id of its own from others, such as the category of a product; else empty.';
comment on column app.changes.parent_id is
  'What the record belongs to: of a variant its product, of a payment its order.';
comment on column app.changes.action is
  'insert, update or delete; baseline: the record as it was found when its journal began.';
comment on column app.changes.before is
  'What changed, as it was: columns and values; of a deletion all that count. Secrets are not there.';
comment on column app.changes.after is 'What changed, as it is since; of a new record all that counts.';
comment on column app.changes.record_digest is
  'SHA-256 of all columns of the record that count, after the change; null once it is deleted.';
comment on column app.changes.created_at is 'When the row was written, by internal.now().';

comment on domain staff.profit_grouping is 'What profits are summed up by.';
comment on type staff.profit is
  'What orders earned that have something in common: sales less refunds, cost of goods, charges of couriers and '
  'damages.';
comment on column staff.profit.key is 'What they have in common: an id, or a name in lower case; null: none.';
comment on column staff.profit.name is 'Its name.';
comment on column staff.profit.orders is 'How many orders there are.';
comment on column staff.profit.units is 'Units that were delivered.';
comment on column staff.profit.sales_amount is
  'What was delivered, at its price after discounts, and the delivery that customers pay; without tax.';
comment on column staff.profit.refunded_amount is 'What of it came back or was given away.';
comment on column staff.profit.cost_amount is 'Cost of the goods that customers kept.';
comment on column staff.profit.charged_amount is 'What couriers charged for the parcels.';
comment on column staff.profit.damaged_amount is 'Cost of the goods that came back damaged.';
comment on column staff.profit.profit_amount is 'What is left of the sales.';
comment on column staff.profit.uncosted_amount is
  'What customers kept of goods whose cost was never said: the profit is too high by what they cost.';

comment on column staff.top_product.store_id is 'The store that sells it.';

comment on type staff.call_figures is 'Calls to customers in a window, of one who recorded some, or of all together.';
comment on column staff.call_figures.actor_type is
  E'@words app.order_calls.actor_type\nWho recorded them: staff, api_key or system; null: all together.';
comment on column staff.call_figures.actor_id is 'The staff member or the key; null for the system, and all together.';
comment on column staff.call_figures.name is 'The name at the last call; null: all together.';
comment on column staff.call_figures.calls is 'How many calls were recorded.';
comment on column staff.call_figures.orders is 'How many orders they were about.';
comment on column staff.call_figures.confirmed_orders is 'Those orders of which a call was a confirmation.';
comment on column staff.call_figures.confirmed_share is 'confirmed_orders / orders; null without orders.';
comment on column staff.call_figures.calls_per_confirmation is 'calls / confirmed_orders; null without any.';
comment on column staff.call_figures.confirmed is 'Calls that ended so, as of each outcome that follows.';
comment on column staff.call_figures.no_answer is 'Calls that nobody took.';
comment on column staff.call_figures.switched_off is 'Calls to a phone that was off.';
comment on column staff.call_figures.wrong_number is 'Calls to a number of somebody else.';
comment on column staff.call_figures.will_call_back is 'Calls after which the customer calls back.';
comment on column staff.call_figures.refused is 'Calls in which the customer refused the order.';
comment on column staff.call_figures.asked_to_change is 'Calls in which the customer wanted a change.';

comment on type staff.pick_order is 'How much of a variant an order wants.';
comment on column staff.pick_order.order_id is 'The order.';
comment on column staff.pick_order.number is 'Its number.';
comment on column staff.pick_order.quantity is 'Units.';
comment on type staff.pick_line is 'What is fetched of a variant at a location for several orders together.';
comment on column staff.pick_line.location_id is 'Where it is fetched.';
comment on column staff.pick_line.location is 'What that is called.';
comment on column staff.pick_line.variant_id is 'What is fetched.';
comment on column staff.pick_line.bin is 'Where it lies there; null: nowhere special.';
comment on column staff.pick_line.sku is 'Its SKU now.';
comment on column staff.pick_line.barcode is 'Its barcode now.';
comment on column staff.pick_line.product_name is 'The name of its product now.';
comment on column staff.pick_line.variant_name is 'Its name now.';
comment on column staff.pick_line.image_url is 'Its image, or else that of its product.';
comment on column staff.pick_line.quantity is 'Units for all the orders.';
comment on column staff.pick_line.on_hand is 'Units that are there.';
comment on column staff.pick_line.orders is 'The orders that want it, the oldest first.';

comment on domain staff.order_grouping is 'What orders that were placed are counted by.';
comment on type staff.order_figures is 'What became of orders that have something in common.';
comment on column staff.order_figures.key is
  'What they have in common: an id, a name in lower case, or an hour (00 to 23); null: none.';
comment on column staff.order_figures.name is 'Its name.';
comment on column staff.order_figures.orders is 'Orders that were placed.';
comment on column staff.order_figures.cancelled_orders is 'Of them, those that were cancelled or fake.';
comment on column staff.order_figures.delivered_orders is 'Of them, those that were delivered, whole or in part.';
comment on column staff.order_figures.returned_orders is 'Of them, those that came back without a delivery.';
comment on column staff.order_figures.open_orders is 'Of them, those that are not over.';
comment on column staff.order_figures.delivered_share is 'Delivered ones among those delivered or returned.';
comment on column staff.order_figures.units is 'Units that were ordered.';
comment on column staff.order_figures.ordered_amount is 'What was ordered, after discounts, without delivery and tax.';
comment on column staff.order_figures.net_amount is 'Of that, what was delivered and kept.';
comment on type staff.courier_figures is 'What became of the parcels of a courier.';
comment on column staff.courier_figures.courier_id is 'The courier; null: shipments recorded by hand.';
comment on column staff.courier_figures.name is 'Its name.';
comment on column staff.courier_figures.parcels is 'Parcels that were booked, without those cancelled.';
comment on column staff.courier_figures.delivered_parcels is 'Of them, those that were delivered, whole or in part.';
comment on column staff.courier_figures.returned_parcels is 'Of them, those that came back without a delivery.';
comment on column staff.courier_figures.open_parcels is 'The others.';
comment on column staff.courier_figures.delivered_share is 'Delivered ones among those delivered or returned.';
comment on column staff.courier_figures.days_to_delivery is 'Days from the pickup to the delivery, on average.';
comment on column staff.courier_figures.collected_amount is
  'What was collected of them, as stated; without a word of it, what was to be collected of those delivered.';
comment on column staff.courier_figures.charged_amount is 'What the courier charged for them.';
comment on type staff.return_figures is 'Goods that came back for one reason.';
comment on column staff.return_figures.was_delivered is
  'True: returns of customers. False: parcels that could not be delivered.';
comment on column staff.return_figures.reason is 'The reason as it was written, in one of its spellings; null: none.';
comment on column staff.return_figures.returns is 'Returns, or parcels.';
comment on column staff.return_figures.received_returns is 'Of them, those that have arrived.';
comment on column staff.return_figures.units is 'Units in them.';
comment on column staff.return_figures.damaged_units is 'Of them, those that arrived damaged.';
comment on column staff.return_figures.amount is 'What customers were to pay for them, after discounts.';

-- What the tables of db/schema/orders.sql and their columns mean.

comment on table app.coupons is
  'Discount codes. used_count is kept under a lock on this row and given back on cancel.';
comment on column app.coupons.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.coupons.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.coupons.store_id is 'The store. The fence compares it.';
comment on column app.coupons.code is 'What shoppers type, kept in capitals.';
comment on column app.coupons.type is 'percent, fixed or free_shipping.';
comment on column app.coupons.value is 'Percent or amount, by type.';
comment on column app.coupons.starts_at is 'Valid from; null always.';
comment on column app.coupons.ends_at is 'Valid until, exclusive; null always.';
comment on column app.coupons.minimum_subtotal is 'Smallest subtotal it may be used on.';
comment on column app.coupons.maximum_discount is 'Most it takes off; null without limit.';
comment on column app.coupons.usage_limit is 'Uses in all; null without limit.';
comment on column app.coupons.usage_limit_per_customer is 'Uses per customer; null without limit.';
comment on column app.coupons.used_count is 'Uses that count now; kept under a lock on this row.';
comment on column app.coupons.status is 'active or inactive.';
comment on column app.coupons.created_at is 'When the row was written, by internal.now().';
comment on column app.coupons.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.order_statuses is
  'What each status of an order means. A new status is a row here and its rows in order_transitions. Shared by all '
  'tenants.';
comment on column app.order_statuses.status is 'The word of the API for it.';
comment on column app.order_statuses.position is
  'Where it stands on the way of an order: a transition to a lower one leads back. Lists of statuses have this order.';
comment on column app.order_statuses.words is
  'What people call it, by language (en, bn): name, transition (what the button says that leads to it), effect (what '
  'that does).';
comment on column app.order_statuses.description is 'What it means, for the people who read the documentation.';
comment on column app.order_statuses.stock is
  'The goods of the order. reserved: held for it, to be delivered. sold: the customer has them. returning: what is '
  'still out is held until the parcel is received. none: free again.';
comment on column app.order_statuses.cash_state is
  'Where the reports count what is due: not_shipped, with_courier, delivered_unpaid. Null: nothing is due.';
comment on column app.order_statuses.parcel is
  'What becomes of the open parcel of an order that enters the status. kept: nothing. out: a failed one goes out '
  'again; an order without one gets one, recorded by hand. failed, delivered, cancelled: so it is marked.';
comment on column app.order_statuses.is_cancelled is
  'The order was cancelled: it has a cancelled_at, its coupon use is given back, and order.cancelled is sent.';
comment on column app.order_statuses.is_genuine is 'A customer really asked for it; false for spam.';
comment on column app.order_statuses.is_open is 'The goods are still to be delivered.';
comment on column app.order_statuses.owes is 'What was not paid is due. Otherwise due_amount is 0.';
comment on column app.order_statuses.is_shipped is
  'The goods have left the store, whether or not they came back since.';
comment on column app.order_statuses.stage is
  'What is to be done with the order next, as the lists of work are cut: new (to be confirmed), call_back, on_hold, '
  'to_pack, to_ship (packed), with_courier, delivered, returned, closed. Null: in none of these lists.';

comment on table app.orders is
  'An order of a customer. Written by procedures only.';
comment on column app.orders.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.orders.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.orders.store_id is 'The store. The fence compares it.';
comment on column app.orders.number is 'ORD-<day on the store''s calendar>-<sequence>; gaps are normal.';
comment on column app.orders.source is 'api, staff or storefront.';
comment on column app.orders.channel_id is 'Where it came from.';
comment on column app.orders.customer_id is 'Who ordered.';
comment on column app.orders.location_id is 'Where its goods are held and taken from.';
comment on column app.orders.status is 'The status it has; app.order_transitions says which may follow.';
comment on column app.orders.payment_status is 'unpaid, partially_paid, paid or refunded: from money only.';
comment on column app.orders.fulfillment_status is 'unfulfilled, partially_fulfilled, fulfilled or returned.';
comment on column app.orders.tags is 'Words by which the shop groups it, in their order, each once; null: none.';
comment on column app.orders.subtotal is 'Lines at their selling price.';
comment on column app.orders.discount_amount is 'What the coupon took off.';
comment on column app.orders.shipping_charge is 'Delivery charged; 0 with a free-shipping coupon.';
comment on column app.orders.tax_amount is 'Tax charged.';
comment on column app.orders.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column app.orders.received_amount is
  'What came in for it: settled payments to the store, and of each parcel what of its collected cash is settled '
  '(paid out, charged or written off).';
comment on column app.orders.refunded_amount is 'Sum of settled refunds.';
comment on column app.orders.returned_amount is
  'Value of the goods of a delivered order that were received back: no longer owed.';
comment on column app.orders.waived_amount is
  'What the store does not ask for though no goods came back for it: refunds beyond what the customer was owed, and '
  'what a cancelled, spam or returned order would still cost.';
comment on column app.orders.retained_amount is
  'Set when an undelivered order came back: how much of an advance the store keeps. Null otherwise.';
comment on column app.orders.paid_amount is 'received_amount - refunded_amount, never below 0.';
comment on column app.orders.due_amount is 'Still owed, never below 0; 0 on cancelled, spam and returned orders.';
comment on column app.orders.shipping_address is 'As the client sent it.';
comment on column app.orders.coupon_id is 'The coupon used.';
comment on column app.orders.coupon is 'The coupon as it was: {id, code, type, value, discount_amount}.';
comment on column app.orders.delivery_zone is
  'The zone of the store''s table whose delivery charge it has; null when the charge was given.';
comment on column app.orders.custom_fields is 'A flat object of the store''s own fields.';
comment on column app.orders.note is 'What the shopper or staff remarked.';
comment on column app.orders.follow_up_at is 'When to call back; kept after the order leaves follow_up.';
comment on column app.orders.follow_up_note is 'What about.';
comment on column app.orders.assignee_id is 'The staff member who looks after it.';
comment on column app.orders.payment_method_id is
  'The method the shopper chose at checkout, where one was chosen; a storefront order with an online one is '
  'cancelled when nothing is paid.';
comment on column app.orders.store_date is
  'The day of the order on the store''s own calendar: the plan''s monthly quota counts it.';
comment on column app.orders.delivered_at is 'When the customer took it: sales count from here.';
comment on column app.orders.cancelled_at is 'When it was cancelled.';
comment on column app.orders.created_at is 'When the row was written, by internal.now().';
comment on column app.orders.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.orders.held_by_courier_amount is
  'Cash of it that its couriers hold: collected, and neither paid out, charged nor written off.';
comment on column app.orders.to_refund_amount is 'What the store owes the customer back.';
comment on column app.orders.with_courier_quantity is 'Units on their way to the customer.';
comment on column app.orders.coming_back_quantity is
  'Units on their way back: not kept, or called back, and not received yet.';
comment on column app.orders.call_count is 'Calls to the customer about it.';
comment on column app.orders.last_call_at is 'When the last of them was recorded.';
comment on column app.orders.reorder_of_id is 'The order that was called off and that this one repeats.';
comment on column app.orders.reordered_as_id is 'The newest order that repeats this one.';
comment on column app.orders.merged_into_id is 'The order of the same customer that its lines went into.';
comment on column app.orders.last_call_outcome is 'What came of the last of them.';
comment on column app.orders.call_limit_reached is
  'With the last call, the calls reached what the store allows without a confirmation. A hint only.';

comment on table app.order_transitions is
  'Which status may follow which, one row a transition, and who may make it. Shared by all tenants.';
comment on column app.order_transitions.from_status is 'The status it leaves.';
comment on column app.order_transitions.to_status is 'The status it may take.';
comment on column app.order_transitions.only_by is
  'parcel, return: made by work on a parcel or on a return, never by asking for the status. Null: by everybody who '
  'may change the order.';

comment on table app.order_items is
  'Lines of an order; names, SKU, options and prices as sold. The lines add up to the order.';
comment on column app.order_items.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.order_items.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_items.store_id is 'The store. The fence compares it.';
comment on column app.order_items.order_id is 'Its order.';
comment on column app.order_items.line is 'Place in the order, from 0.';
comment on column app.order_items.product_id is 'The product, for links; what was sold is in the snapshots.';
comment on column app.order_items.variant_id is 'The variant whose stock it takes.';
comment on column app.order_items.sku is 'SKU as sold.';
comment on column app.order_items.barcode is 'Barcode as sold.';
comment on column app.order_items.product_name is 'Name as sold.';
comment on column app.order_items.variant_name is 'Name as sold.';
comment on column app.order_items.options is 'Options as sold: [{attribute, value}].';
comment on column app.order_items.image_media_key is 'Picture as sold.';
comment on column app.order_items.quantity is 'Units ordered.';
comment on column app.order_items.delivered_quantity is
  'Units the customer took; returned_quantity of them came back, damaged_quantity were not sellable when received.';
comment on column app.order_items.returned_quantity is 'Units that came back after delivery, damaged ones included.';
comment on column app.order_items.damaged_quantity is 'Units not sellable when received.';
comment on column app.order_items.released_quantity is
  'Units whose reservation ended without a sale (cancelled, spam, or received back undelivered). Reserved = '
  'quantity - delivered - released.';
comment on column app.order_items.unit_price is 'Regular price of one unit.';
comment on column app.order_items.discount_price is
  'Selling price of one unit where it was below the regular one; null otherwise.';
comment on column app.order_items.discount_amount is
  'The line''s share of the coupon: shares add up to the order''s discount, to the poisha.';
comment on column app.order_items.line_total is 'quantity x selling price - discount_amount.';
comment on column app.order_items.unit_cost is 'Average cost at delivery. Never in a response.';
comment on column app.order_items.created_at is 'When the row was written, by internal.now().';
comment on column app.order_items.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.order_timeline is 'What happened to an order: who, when, from, to, note. Append only.';
comment on column app.order_timeline.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.order_timeline.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_timeline.store_id is 'The store. The fence compares it.';
comment on column app.order_timeline.order_id is 'Its order.';
comment on column app.order_timeline.action is 'What happened.';
comment on column app.order_timeline.from_status is 'Status before; null when the status did not move.';
comment on column app.order_timeline.to_status is 'Status after; null when the status did not move.';
comment on column app.order_timeline.note is 'What was remarked.';
comment on column app.order_timeline.detail is 'Further facts, by action.';
comment on column app.order_timeline.prints is
  'Of a new or edited order: the first 8 bytes of the hash of it, and of each of its lines (check_order_records).';
comment on column app.order_timeline.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column app.order_timeline.actor_id is 'The key or the staff member; null for the system.';
comment on column app.order_timeline.actor_name is 'Their name as it was then.';
comment on column app.order_timeline.request_id is
  'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.order_timeline.created_at is 'When the row was written, by internal.now().';

comment on table app.order_calls is 'The calls to a customer about an order: when, who, what came of it. Append only.';
comment on column app.order_calls.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.order_calls.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_calls.store_id is 'The store. The fence compares it.';
comment on column app.order_calls.order_id is 'Its order.';
comment on column app.order_calls.attempt is 'The first call about the order is 1, the next one 2, without holes.';
comment on column app.order_calls.outcome is 'What came of the call.';
comment on column app.order_calls.note is 'What was said or remarked.';
comment on column app.order_calls.next_call_at is
  'When to call again, as it was said then. What holds now is follow_up_at of the order.';
comment on column app.order_calls.actor_type is 'Who recorded it: api_key, staff or system.';
comment on column app.order_calls.actor_id is 'The key or the staff member; null for the system.';
comment on column app.order_calls.actor_name is 'Their name as it was then.';
comment on column app.order_calls.request_id is
  'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.order_calls.created_at is 'When the call was recorded, by internal.now().';

comment on table app.coupon_redemptions is 'Which order used which coupon. A cancelled order gives its use back.';
comment on column app.coupon_redemptions.order_id is 'The order that used it: an order uses at most one coupon.';
comment on column app.coupon_redemptions.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.coupon_redemptions.store_id is 'The store. The fence compares it.';
comment on column app.coupon_redemptions.coupon_id is 'The coupon.';
comment on column app.coupon_redemptions.customer_id is 'Who used it: limits per customer count this.';
comment on column app.coupon_redemptions.given_back_at is
  'When a cancelled order gave the use back; null while it counts.';
comment on column app.coupon_redemptions.created_at is 'When the row was written, by internal.now().';

comment on table app.returns is 'A customer''s return of delivered goods, from request to receipt.';
comment on column app.returns.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.returns.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.returns.store_id is 'The store. The fence compares it.';
comment on column app.returns.order_id is 'The order whose goods come back.';
comment on column app.returns.number is 'Number shown, unique in the store.';
comment on column app.returns.status is 'requested, received or cancelled.';
comment on column app.returns.reason is 'Why.';
comment on column app.returns.received_at is 'When the goods arrived.';
comment on column app.returns.created_at is 'When the row was written, by internal.now().';
comment on column app.returns.updated_at is 'When anything shown in the resource last changed; clients sync by it.';

comment on table app.return_lines is 'What is asked back, and what was received as sellable or damaged.';
comment on column app.return_lines.return_id is 'Its return.';
comment on column app.return_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.return_lines.store_id is 'The store. The fence compares it.';
comment on column app.return_lines.order_item_id is 'The line that comes back.';
comment on column app.return_lines.quantity is 'Units asked back.';
comment on column app.return_lines.sellable_quantity is 'Units received that can be sold again.';
comment on column app.return_lines.damaged_quantity is 'Units received that cannot.';

comment on table app.parcels is
  'A shipment of an order: by a courier, or recorded by hand (courier_id null).';
comment on column app.parcels.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.parcels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.parcels.store_id is 'The store. The fence compares it.';
comment on column app.parcels.order_id is 'The order it carries.';
comment on column app.parcels.courier_id is 'Who carries it; null for a shipment recorded by hand.';
comment on column app.parcels.status is
  'booked, picked_up, delivered, delivery_failed, return_requested, received or cancelled.';
comment on column app.parcels.tracking_code is 'The courier''s code.';
comment on column app.parcels.cod_amount is
  'What the courier must collect: the order''s due_amount at booking, never its total.';
comment on column app.parcels.collected_amount is
  'Cash that was collected, as stated; null: not stated. May be stated anew until it is paid out.';
comment on column app.parcels.payout_at is
  'When the courier paid out what it collected: only then is the order''s COD money counted as paid.';
comment on column app.parcels.booked_at is 'When it was booked.';
comment on column app.parcels.picked_up_at is
  'When the courier took it; where no pickup is reported, when it was booked. Null while it waits for its courier.';
comment on column app.parcels.delivered_at is 'When the customer took it.';
comment on column app.parcels.received_at is 'When it came back to us.';
comment on column app.parcels.cancelled_at is 'When the booking was cancelled.';
comment on column app.parcels.created_at is 'When the row was written, by internal.now().';
comment on column app.parcels.updated_at is 'When anything shown in the resource last changed; clients sync by it.';
comment on column app.parcels.paid_out_amount is
  'What came of it to the store: the sum of the settled payments that name the parcel.';
comment on column app.parcels.is_pickup_recorded is
  'True once the courier reported the pickup, or staff recorded it. Only then an advance pays for the delivery.';
comment on column app.parcels.charged_amount is
  'What the courier kept of it for its services: the sum of the charges of those payments.';
comment on column app.parcels.written_off_amount is 'What of it the store has given up.';
comment on column app.parcels.held_amount is 'What the courier (or, without one, who delivered it) still has of it.';
comment on column app.parcels.work is
  'What is to be done with it, for the lists of work: to_hand_over, with_courier, coming_back; null: nothing.';
comment on column app.parcels.weight_grams is 'What it weighs; null: not weighed.';
comment on column app.parcels.note is 'A remark for the courier.';

comment on table app.attachments is
  'Files of an order, of its return or payment, or of a purchase: a slip, a photo of a damage, a bill. At most 20 a '
  'record. The bytes are in the storage, under a key that only signed addresses open; an erasure of the customer '
  'removes row and bytes.';
comment on column app.attachments.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.attachments.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.attachments.store_id is
  'The store; null for a purchase, which is of the company. The fence compares it.';
comment on column app.attachments.order_id is 'The order, also where it is of a return or a payment of it.';
comment on column app.attachments.return_id is 'The return of the order, where it is of one.';
comment on column app.attachments.payment_id is 'The payment or refund of the order, where it is of one.';
comment on column app.attachments.purchase_id is 'The purchase, where it is of one.';
comment on column app.attachments.parent_id is 'The order or the purchase: the journal finds its changes by it.';
comment on column app.attachments.media_key is 'The key of the file in the storage, below attachments/.';
comment on column app.attachments.file_name is
  'What the file was called where it came from, or what its link ends with.';
comment on column app.attachments.caption is 'What people say of it.';
comment on column app.attachments.type is 'picture: kept as WebP, without metadata. pdf: kept as it came.';
comment on column app.attachments.width is 'In pixels, of a picture.';
comment on column app.attachments.height is 'In pixels, of a picture.';
comment on column app.attachments.size_bytes is 'Of the file as it is stored.';
comment on column app.attachments.sha256 is 'Of the file as it is stored.';
comment on column app.attachments.actor_type is 'Who added it: a member of staff, an API key or the system.';
comment on column app.attachments.actor_id is 'The member of staff or the key; null for the system.';
comment on column app.attachments.actor_name is 'Their name as it was then.';
comment on column app.attachments.created_at is 'When the row was written, by internal.now().';
comment on column app.attachments.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.order_views is
  'Saved views of the list of orders: filters under a name, shared by the people of a company. At most 50.';
comment on column app.order_views.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.order_views.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_views.name is 'What people call it; unique in the company.';
comment on column app.order_views.query is
  'The filters as the address of the list has them: stage=new&sort=oldest. No search, which may name a customer.';
comment on column app.order_views.created_at is 'When the row was written, by internal.now().';
comment on column app.order_views.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';

comment on table app.order_count_changes is
  'What changed in the orders of a status and is not folded into order_counts yet. Written by triggers of orders; '
  'emptied by internal.fold_order_counts(). Numbers may be negative.';
comment on column app.order_count_changes.id is 'In the order of writing.';
comment on column app.order_count_changes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_count_changes.store_id is 'The store. The fence compares it.';
comment on column app.order_count_changes.status is 'The status of the orders.';
comment on column app.order_count_changes.orders is 'Orders that came into the status, or left it.';
comment on column app.order_count_changes.total_amount is 'What they cost.';
comment on column app.order_count_changes.owing_orders is 'Those of them of which something is due.';
comment on column app.order_count_changes.due_amount is 'What is due of them.';

comment on table app.order_counts is
  'Orders of a store by status, as far as folded. ledger.check_order_counts proves them against the orders.';
comment on column app.order_counts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_counts.store_id is 'The store. The fence compares it.';
comment on column app.order_counts.status is 'The status of the orders.';
comment on column app.order_counts.orders is 'How many there are.';
comment on column app.order_counts.total_amount is 'What they cost.';
comment on column app.order_counts.owing_orders is 'Of how many something is due.';
comment on column app.order_counts.due_amount is 'What is due of them.';

-- The same for what staff may read: internal.readable_order_items, internal.readable_orders.
call internal.install_readable('app.order_items');
call internal.install_readable('app.orders');

-- What the tables of db/schema/inventory.sql and their columns mean.

comment on table app.inventory_levels is
  'How many of a variant stand at a location, and how many of them are promised. available = on_hand - reserved.';
comment on column app.inventory_levels.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.inventory_levels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.inventory_levels.store_id is 'The store. The fence compares it.';
comment on column app.inventory_levels.location_id is 'The location of these units.';
comment on column app.inventory_levels.variant_id is 'The variant of these units.';
comment on column app.inventory_levels.on_hand is 'Units on the shelf: the sum of quantity_change of its movements.';
comment on column app.inventory_levels.reserved is 'Units of them promised to orders: the sum of reserved_change.';
comment on column app.inventory_levels.bin is 'Where its goods lie there, such as A-03; null: nowhere special.';
comment on column app.inventory_levels.last_sequence is 'Sequence of the newest ledger row of this level.';
comment on column app.inventory_levels.created_at is 'When the row was written, by internal.now().';
comment on column app.inventory_levels.updated_at is
  'When anything shown in the resource last changed; clients sync by it.';
comment on column app.inventory_levels.threshold_changed_at is
  'When low_stock_threshold was last changed, or taken with the new level; null: before there was this column. Levels '
  'that changed without a movement are found by it.';
comment on column app.inventory_levels.low_stock_threshold is 'The variant''s, in units.';
comment on column app.inventory_levels.is_low_stock is 'Available units are at or below the threshold.';

comment on table app.stock_movements is
  'The stock ledger: append only, one row a change of a level, sequence without holes per level. A correction is a '
  'new row.';
comment on column app.stock_movements.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.stock_movements.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_movements.store_id is 'The store. The fence compares it.';
comment on column app.stock_movements.location_id is 'Level: the location.';
comment on column app.stock_movements.variant_id is 'Level: the variant.';
comment on column app.stock_movements.sku is 'SKU as it was then.';
comment on column app.stock_movements.sequence is
  '1, 2, 3 ... per level, without holes: given under the level''s lock.';
comment on column app.stock_movements.type is
  'purchase, return, adjustment, damage (people); reservation, release, sale, return_receipt (orders).';
comment on column app.stock_movements.quantity_change is 'Change of on hand, in units.';
comment on column app.stock_movements.reserved_change is 'Change of reserved, in units.';
comment on column app.stock_movements.on_hand_after is 'On hand after this row: the row before plus the change.';
comment on column app.stock_movements.reserved_after is 'Reserved after this row.';
comment on column app.stock_movements.reason is 'Why, in the words of who booked it.';
comment on column app.stock_movements.reference_type is 'What it belongs to: order, return or adjustment.';
comment on column app.stock_movements.reference_id is 'Its id. All rows of one adjustment or stock count share one.';
comment on column app.stock_movements.reference_number is 'Its number, where it has one.';
comment on column app.stock_movements.unit_cost is
  'Cost of one unit: of the purchase, or the average at a loss or sale. In the store''s currency; never in a '
  'response.';
comment on column app.stock_movements.average_cost_after is 'Moving average of the variant after this row.';
comment on column app.stock_movements.actor_type is 'Who did it: api_key, staff or system (timers).';
comment on column app.stock_movements.actor_id is 'The key or the staff member; null for the system.';
comment on column app.stock_movements.actor_name is 'Their name as it was then.';
comment on column app.stock_movements.request_id is
  'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.stock_movements.created_at is 'When the row was written, by internal.now().';

comment on table app.ledger_seals is
  'Seals of the stock ledger: per company a chain of hashes over the rows sealed each hour. Append only. Checked by '
  'ledger.verify_seals().';
comment on column app.ledger_seals.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.ledger_seals.number is '1, 2, 3 ... per company.';
comment on column app.ledger_seals.row_count is 'How many ledger rows it covers.';
comment on column app.ledger_seals.upto is
  'Booking time of the newest row it covers. For people; what is covered is said by sequences.';
comment on column app.ledger_seals.previous_hash is
  'Hash of the seal before it; for the first the SHA-256 of nothing.';
comment on column app.ledger_seals.hash is
  'SHA-256 over previous_hash, this row and its segments (internal.seal_hash).';
comment on column app.ledger_seals.sealed_at is 'When it was made.';

comment on table app.ledger_seal_segments is
  'Which ledger rows a seal covers: a run of one level''s sequence, with the digest of those rows. Append only.';
comment on column app.ledger_seal_segments.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.ledger_seal_segments.number is 'The seal it belongs to.';
comment on column app.ledger_seal_segments.variant_id is 'Level: the variant.';
comment on column app.ledger_seal_segments.location_id is 'Level: the location.';
comment on column app.ledger_seal_segments.first_sequence is 'First ledger row covered.';
comment on column app.ledger_seal_segments.last_sequence is 'Last ledger row covered.';
comment on column app.ledger_seal_segments.digest is 'SHA-256 over the SHA-256 of each row, in order.';
comment on column app.ledger_seal_segments.row_prints is
  'The first 8 bytes of each row''s SHA-256: to name the row that was changed.';

comment on table app.document_numbers is
  'The last number of each kind of stock document: 1, 2, 3 ... a company, without holes.';
comment on column app.document_numbers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.document_numbers.prefix is
  'PUR (purchases), GRN (goods receipts), CNT (counts), TRF (transfers).';
comment on column app.document_numbers.last_number is 'The last one given.';

comment on table app.purchases is 'Goods ordered from a supplier: what is expected, and how much of it has come.';
comment on column app.purchases.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.purchases.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.purchases.location_id is 'Where the goods are to come.';
comment on column app.purchases.number is 'PUR-1, PUR-2 ... in the company.';
comment on column app.purchases.supplier_name is 'Who sells the goods.';
comment on column app.purchases.supplier_document is
  'Number of the supplier''s order confirmation, delivery note or invoice.';
comment on column app.purchases.note is 'A remark.';
comment on column app.purchases.status is
  'open (nothing has come), partly_received, received (all has come), closed (no more is expected).';
comment on column app.purchases.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.purchases.actor_name is 'Their name as it was then.';
comment on column app.purchases.created_at is 'When the row was written, by internal.now().';
comment on column app.purchases.updated_at is 'When its status last changed.';

comment on table app.purchase_lines is
  'What a purchase expects of one variant, and how much has come: the sum of its receipts.';
comment on column app.purchase_lines.purchase_id is 'Its purchase.';
comment on column app.purchase_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.purchase_lines.store_id is 'The store. The fence compares it.';
comment on column app.purchase_lines.variant_id is 'What is bought.';
comment on column app.purchase_lines.line is 'Its place in the list, from 0.';
comment on column app.purchase_lines.sku is 'SKU as it was then.';
comment on column app.purchase_lines.quantity is 'Units expected.';
comment on column app.purchase_lines.received_quantity is 'Units that came, less those that went back.';
comment on column app.purchase_lines.unit_cost is 'Agreed cost of one unit, in the store''s currency.';

comment on table app.goods_receipts is
  'Goods of a purchase that came at once, or the correction of an earlier receipt. Append only.';
comment on column app.goods_receipts.id is 'UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.';
comment on column app.goods_receipts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.goods_receipts.purchase_id is 'Its purchase.';
comment on column app.goods_receipts.corrects_id is
  'The receipt of which goods are taken back, where this is a correction.';
comment on column app.goods_receipts.number is 'GRN-1, GRN-2 ... in the company; its ledger rows show it.';
comment on column app.goods_receipts.supplier_document is 'Number of the supplier''s delivery note or invoice.';
comment on column app.goods_receipts.note is 'A remark; of a correction: why.';
comment on column app.goods_receipts.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.goods_receipts.actor_name is 'Their name as it was then.';
comment on column app.goods_receipts.created_at is 'When the row was written, by internal.now().';

comment on table app.goods_receipt_lines is
  'How many units of a variant came with a receipt, at what cost. Append only.';
comment on column app.goods_receipt_lines.receipt_id is 'Its receipt.';
comment on column app.goods_receipt_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.goods_receipt_lines.store_id is 'The store. The fence compares it.';
comment on column app.goods_receipt_lines.variant_id is 'What came.';
comment on column app.goods_receipt_lines.line is 'Its place in the list, from 0.';
comment on column app.goods_receipt_lines.sku is 'SKU as it was then.';
comment on column app.goods_receipt_lines.quantity is 'Units that came; negative in a correction.';
comment on column app.goods_receipt_lines.unit_cost is
  'What the supplier charges, or gives back, for one unit, in the store''s currency.';

comment on table app.stock_counts is
  'A count of what stands at a location: lines are saved while counting, and booked at once.';
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

comment on table app.stock_count_lines is
  'What was counted of a variant, beside what the ledger said at that moment. The difference is what is booked.';
comment on column app.stock_count_lines.count_id is 'Its count.';
comment on column app.stock_count_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_count_lines.store_id is 'The store. The fence compares it.';
comment on column app.stock_count_lines.variant_id is 'What was counted.';
comment on column app.stock_count_lines.line is 'Its place in the list, from 0.';
comment on column app.stock_count_lines.sku is 'SKU as it was then.';
comment on column app.stock_count_lines.expected_quantity is 'Units on hand by the ledger when the line was saved.';
comment on column app.stock_count_lines.counted_quantity is 'Units that were counted.';
comment on column app.stock_count_lines.difference_quantity is
  'Counted less expected: what the booking adds to on hand, whatever moved since.';
comment on column app.stock_count_lines.counted_at is 'When the line was saved.';
comment on column app.stock_count_lines.actor_id is 'The staff member who counted; null for the system.';
comment on column app.stock_count_lines.actor_name is 'Their name as it was then.';

comment on table app.stock_transfers is 'Goods brought from one location to another, out and in at once. Append only.';
comment on column app.stock_transfers.id is
  'UUIDv7: opaque to clients, rising with time. Its ledger rows refer to it.';
comment on column app.stock_transfers.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_transfers.from_location_id is 'Where the goods were.';
comment on column app.stock_transfers.to_location_id is 'Where they are now.';
comment on column app.stock_transfers.number is 'TRF-1, TRF-2 ... in the company; its ledger rows show it.';
comment on column app.stock_transfers.reason is 'Why.';
comment on column app.stock_transfers.actor_id is 'The staff member who wrote it; null for the system.';
comment on column app.stock_transfers.actor_name is 'Their name as it was then.';
comment on column app.stock_transfers.created_at is 'When the row was written, by internal.now().';

comment on table app.stock_transfer_lines is 'How many units of a variant a transfer brought. Append only.';
comment on column app.stock_transfer_lines.transfer_id is 'Its transfer.';
comment on column app.stock_transfer_lines.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.stock_transfer_lines.store_id is 'The store. The fence compares it.';
comment on column app.stock_transfer_lines.variant_id is 'What was brought.';
comment on column app.stock_transfer_lines.line is 'Its place in the list, from 0.';
comment on column app.stock_transfer_lines.sku is 'SKU as it was then.';
comment on column app.stock_transfer_lines.quantity is 'Units.';

comment on table app.missing_levels is
  'Variants that have no inventory level at a location, by location and time. Written by triggers of variants, '
  'inventory_levels, locations and products; ledger.check_missing_levels proves it.';
comment on column app.missing_levels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.missing_levels.store_id is 'The store. The fence compares it.';
comment on column app.missing_levels.location_id is 'The location that has no level of the variant.';
comment on column app.missing_levels.is_archived is 'Whether its product is archived: then it is not listed.';
comment on column app.missing_levels.created_at is 'When the variant was written, for the order of the list.';
comment on column app.missing_levels.variant_id is 'The variant.';

-- The same for what staff may read: internal.readable_goods_receipt_lines, internal.readable_purchase_lines,
-- internal.readable_stock_movements.
call internal.install_readable('app.goods_receipt_lines');
call internal.install_readable('app.purchase_lines');
call internal.install_readable('app.stock_movements');

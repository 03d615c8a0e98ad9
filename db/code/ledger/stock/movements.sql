-- The stock ledger, one row a change of a level, never changed afterwards.
-- Read one level in the order of sequence: each *_after is the row before plus the change.
create or replace view ledger.movements with (security_invoker = true) as
select m.id as movement_id, m.created_at as recorded_at, m.company_id, c.name as company, m.store_id, s.name as store,
  m.location_id, l.name as location,
  m.variant_id, p.name as product, v.name as variant, m.sku, m.sequence, m.type, m.quantity_change, m.reserved_change,
    m.on_hand_after, m.reserved_after,
  m.on_hand_after - m.reserved_after as available_after, m.unit_cost,
    round(m.quantity_change * m.unit_cost, 2) as value_change, m.average_cost_after,
  m.reason, m.reference_type, m.reference_id, m.reference_number, m.actor_type, m.actor_name as actor, m.request_id
from app.stock_movements m
join app.companies c on c.id = m.company_id
join app.stores s on s.id = m.store_id
join app.locations l on l.id = m.location_id
join app.variants v on v.id = m.variant_id
join app.products p on p.id = v.product_id;
comment on column ledger.movements.movement_id is 'Id of the ledger row.';
comment on column ledger.movements.recorded_at is 'When it was booked.';
comment on column ledger.movements.company_id is 'The tenant.';
comment on column ledger.movements.company is 'The tenant''s name.';
comment on column ledger.movements.store_id is 'The store whose goods moved.';
comment on column ledger.movements.store is 'The store''s name.';
comment on column ledger.movements.location_id is 'Where the goods stand.';
comment on column ledger.movements.location is 'The location''s name.';
comment on column ledger.movements.variant_id is 'What moved: the sellable unit.';
comment on column ledger.movements.product is 'Name of the product today.';
comment on column ledger.movements.variant is 'Name of the variant today.';
comment on column ledger.movements.sku is 'The SKU as it was when the row was booked.';
comment on column ledger.movements.sequence is '1, 2, 3 ... for each variant and location, without holes.';
comment on column ledger.movements.type is
  'purchase, return, adjustment, damage (booked by people) or reservation, release, sale, return_receipt '
  '(caused by orders).';
comment on column ledger.movements.quantity_change is 'Change of on hand, in units.';
comment on column ledger.movements.reserved_change is 'Change of what is promised to orders, in units.';
comment on column ledger.movements.on_hand_after is 'On hand after this row.';
comment on column ledger.movements.reserved_after is 'Promised to orders after this row.';
comment on column ledger.movements.available_after is 'On hand minus reserved after this row.';
comment on column ledger.movements.unit_cost is
  'Cost of one unit: as bought for a purchase, else the moving average at that moment. Null where nothing was '
  'valued.';
comment on column ledger.movements.value_change is
  'quantity_change x unit_cost: what the row added to or took from the value of the stock.';
comment on column ledger.movements.average_cost_after is
  'Moving average of the variant over all locations after this row.';
comment on column ledger.movements.reason is 'Why, in the words of who booked it.';
comment on column ledger.movements.reference_type is 'What the row belongs to: order, return or adjustment.';
comment on column ledger.movements.reference_id is
  'Its id. The rows of one stock document share the document''s (ledger.document_lines).';
comment on column ledger.movements.reference_number is 'Its number, where it has one (ORD-..., GRN-...).';
comment on column ledger.movements.actor_type is 'Who booked it: api_key, staff or system.';
comment on column ledger.movements.actor is 'Name of the key or the person.';
comment on column ledger.movements.request_id is
  'The request that booked it: the X-Request-Id of the answer and of the log.';
grant select on ledger.movements to haat_dba;

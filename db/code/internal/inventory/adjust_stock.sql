-- Adjusts the stock of a variant at a location: books the difference, and may set the variant's low-stock threshold.
-- Takes: a variant, a location and the adjustment as POST /inventory/adjustments describes it, in units: {type?,
-- quantity_change | set_on_hand, expected_on_hand?, reason, unit_cost? (in the store's currency),
-- low_stock_threshold?}; the id that its ledger rows refer to, the field that refusals name (default: that of the
-- quantity), the number of the document that it belongs to, and whether goods of a purchase may go back.
-- Gives: the id of the inventory level.
-- Raises: HT101 (expected_on_hand), HT008.
-- spec: POST /inventory/adjustments
--
-- Everything is compared under the lock of the level. Lock order: product (only for a threshold), variant cost, level.
-- The lock on the cost makes the moving average exact: two purchases of a variant at two locations queue there.
-- Where nothing changes, nothing is written: no ledger row, no activity, no event.
create or replace function internal.adjust_stock(
  variant_id uuid,
  location_id uuid,
  adjustment jsonb,
  adjustment_id uuid default uuidv7(),
  field text default null,
  document_number text default null,
  goes_back boolean default false)
  returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_type constant text := coalesce(adjustment ->> 'type', 'adjustment');
  v_set_on_hand constant integer := (adjustment ->> 'set_on_hand')::integer;
  v_unit_cost numeric := (adjustment ->> 'unit_cost')::numeric;
  v_threshold constant integer := (adjustment ->> 'low_stock_threshold')::integer;
  v_variant app.variants;
  v_average_cost numeric;
  v_level app.inventory_levels;
  v_change integer;
begin
  if v_threshold is not null then
    -- Changing a variant touches its product, and whoever edits products locks the product first.
    perform from app.products p
      where p.id = (select v.product_id from app.variants v where v.id = adjust_stock.variant_id)
      for no key update;
  end if;
  select * into v_variant from app.variants v where v.id = adjust_stock.variant_id;
  select c.average_cost into v_average_cost from app.variant_costs c where c.variant_id = v_variant.id for update;
  v_level := internal.lock_level(v_variant, adjust_stock.location_id);
  v_change := coalesce(v_set_on_hand - v_level.on_hand, (adjustment ->> 'quantity_change')::integer);

  perform internal.check_expected_on_hand(v_level, (adjustment ->> 'expected_on_hand')::integer);
  perform internal.check_stock_change(v_level, case when goes_back then 'adjustment' else v_type end, v_change,
    coalesce(field, case when v_set_on_hand is null then 'quantity_change' else 'set_on_hand' end));
  if v_type = 'purchase' and v_change <> 0 then
    v_unit_cost := internal.average_in_purchase(v_variant.id, v_average_cost, v_change, v_unit_cost);
  end if;
  if v_change <> 0 then
    perform internal.post_stock(adjust_stock.location_id, v_type, array[v_variant.id], array[v_change], array[0],
      adjustment ->> 'reason', 'adjustment', adjustment_id, document_number, v_unit_cost);
  end if;
  if v_threshold <> v_variant.low_stock_threshold then
    perform internal.set_low_stock_threshold(v_variant, v_level.id, v_threshold);
  end if;
  if v_change <> 0 or v_threshold <> v_variant.low_stock_threshold then
    perform internal.log_adjustment(v_variant, v_level, v_change, v_type, adjustment, adjustment_id);
  end if;
  return v_level.id;
end
$$;

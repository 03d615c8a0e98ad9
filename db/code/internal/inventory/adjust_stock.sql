-- Takes: a variant, a location, the type (purchase, return, adjustment, damage), a signed change or an absolute
-- target (units), the guard, the reason, the unit cost of a purchase, a new threshold (or null), the id that its
-- ledger rows refer to and the field that refusals name (default: the quantity's).
-- Books it.
-- Gives: the level.
-- Raises: HT101 (guard), HT008.
-- spec: POST /inventory/adjustments
--
-- One adjustment of one level: guard, target and limits are compared under the row's lock, the difference is booked.
-- Lock order: product (only when the threshold may move), variant cost, then the level. The cost row is what makes the
-- moving average exact: two purchases of a variant at two locations queue on it.
-- Refusals in order: expected_on_hand (409), sign of the type, below zero, below reserved, too much (422).
-- Where nothing changes, nothing is written: no ledger row, no activity, no event.
create or replace function internal.adjust_stock(variant_id uuid, location_id uuid, type text, quantity_change integer, set_on_hand integer, expected_on_hand integer, reason text, unit_cost numeric, low_stock_threshold integer,
  adjustment_id uuid default uuidv7(), field text default null) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.variants;
  l app.inventory_levels;
  v_change integer;
  v_field constant text := coalesce(field, case when set_on_hand is null then 'quantity_change' else 'set_on_hand' end);
  v_average numeric;
  v_total bigint;
  v_threshold_moves boolean;
begin
  if low_stock_threshold is not null then
    -- Changing a variant touches its product; whoever edits products takes the product first, so do we.
    perform 1 from app.products p where p.id = (select t.product_id from app.variants t where t.id = adjust_stock.variant_id) for no key update;
  end if;
  select * into v from app.variants t where t.id = adjust_stock.variant_id;
  v_threshold_moves := coalesce(adjust_stock.low_stock_threshold <> v.low_stock_threshold, false);
  select k.average_cost into v_average from app.variant_costs k where k.variant_id = v.id for update;
  insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
    values (v.company_id, v.store_id, adjust_stock.location_id, v.id)
    on conflict on constraint inventory_levels_variant_location_key do nothing;
  select * into l from app.inventory_levels t where t.variant_id = v.id and t.location_id = adjust_stock.location_id for update;

  if expected_on_hand <> l.on_hand then
    perform internal.fail('HT101', format('Expected %s on hand, there are %s.', expected_on_hand, l.on_hand),
      jsonb_build_object('expected_on_hand', jsonb_build_array(format('the actual quantity is %s', l.on_hand)), 'on_hand', jsonb_build_array(l.on_hand)));
  end if;
  v_change := coalesce(set_on_hand - l.on_hand, adjust_stock.quantity_change);
  if type = 'damage' and v_change > 0 then
    perform internal.field_error('HT008', v_field, 'damage must remove stock');
  elsif type in ('return', 'purchase') and v_change < 0 then
    perform internal.field_error('HT008', v_field, format('a %s can only add stock', type));
  elsif l.on_hand::bigint + v_change < 0 then
    perform internal.field_error('HT008', v_field, format('would make the stock negative: there are %s on hand', l.on_hand));
  elsif l.on_hand + v_change < l.reserved then
    perform internal.field_error('HT008', v_field, format('would leave less than the %s reserved for orders: there are %s on hand', l.reserved, l.on_hand));
  elsif l.on_hand::bigint + v_change > 1000000000 then
    perform internal.field_error('HT008', v_field, 'would leave more than 1000000000 on hand');
  end if;

  if v_change > 0 and type = 'purchase' then
    select coalesce(sum(t.on_hand), 0) into v_total from app.inventory_levels t where t.variant_id = v.id;
    v_average := round((v_total * v_average + v_change * adjust_stock.unit_cost) / (v_total + v_change), 4);
    update app.variant_costs k set average_cost = v_average, updated_at = internal.now() where k.variant_id = v.id;
  end if;
  if v_change <> 0 then
    perform internal.post_stock(adjust_stock.location_id, adjust_stock.type, array[v.id], array[v_change], array[0],
      adjust_stock.reason, 'adjustment', adjustment_id, null, adjust_stock.unit_cost);
  end if;
  if v_threshold_moves then
    update app.variants t set low_stock_threshold = adjust_stock.low_stock_threshold where t.id = v.id;
    -- The level shows the threshold, so it has changed too; so has the product, by its variant.
    update app.inventory_levels t set updated_at = internal.now() where t.id = l.id;
    perform internal.publish_product(v.product_id);
  end if;
  if v_change <> 0 or v_threshold_moves then
    perform internal.log_activity(v.store_id, 'inventory.adjusted', 'inventory_level', l.id,
      jsonb_build_object('on_hand', l.on_hand, 'low_stock_threshold', v.low_stock_threshold),
      jsonb_build_object('on_hand', l.on_hand + v_change, 'low_stock_threshold', coalesce(adjust_stock.low_stock_threshold, v.low_stock_threshold),
        'type', adjust_stock.type, 'reason', adjust_stock.reason, 'adjustment_id', adjustment_id));
    perform internal.emit_event(v.store_id, 'inventory.updated', l.id, (select d.document from internal.inventory_level_documents(array[l.id]) d));
  end if;
  return l.id;
end
$$;

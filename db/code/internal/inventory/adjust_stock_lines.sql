-- Adjusts the stock of variants at locations: books the differences, and may set low-stock thresholds.
-- Takes: lines, each with its variant, its location and the adjustment as POST /inventory/adjustments describes it, in
-- units: {type?, quantity_change | set_on_hand, expected_on_hand?, reason, unit_cost? (in the store's currency),
-- low_stock_threshold?}; the id that the ledger rows refer to, the list whose lines refusals name (null: the first
-- line that is wrong refuses), what refusals call the quantities (null: by their fields), the number of the document
-- that it belongs to, and whether goods of a purchase may go back. A level may be given once.
-- Gives: the ids of the inventory levels and, for those that changed, how the API shows them, in the order of the
-- lines.
-- Raises: HT008, HT101 (expected_on_hand), with a list of all lines at once.
-- see: reference/inventory#create_inventory_adjustment
--
-- Everything is compared under the locks of the levels. Lock order: products (only for thresholds), variant costs,
-- levels, each in the order of ids. The lock on the cost makes the moving average exact: two purchases of a variant at
-- two locations queue there. Where nothing changes, nothing is written: no ledger row, no activity, no event.
create or replace function internal.adjust_stock_lines(
  variant_ids uuid[],
  location_ids uuid[],
  adjustments jsonb[],
  adjustment_id uuid default uuidv7(),
  list text default null,
  fields text[] default null,
  document_number text default null,
  goes_back boolean default false,
  out level_ids uuid[],
  out documents json[])
language plpgsql volatile
set search_path = ''
as $$
declare
  v_levels app.inventory_levels[];
  v_changes integer[];
  v_thresholds integer[];
begin
  -- Changing a variant touches its product, and an edit of a product locks the product first.
  if exists (select from unnest(adjustments) a where a ->> 'low_stock_threshold' is not null) then
    perform from app.products p
      where p.id in (
        select v.product_id
        from unnest(variant_ids, adjustments) as u (variant_id, adjustment)
        join app.variants v on v.id = u.variant_id
        where u.adjustment ->> 'low_stock_threshold' is not null)
      order by p.id
      for no key update;
  end if;
  perform from app.variant_costs c where c.variant_id = any (variant_ids) order by c.variant_id for update;
  v_levels := internal.lock_levels(variant_ids, location_ids);
  v_changes := internal.check_adjusted_lines(v_levels, adjustments, list, fields, goes_back);
  perform internal.post_adjustments(variant_ids, location_ids, v_changes, adjustments, adjustment_id,
    document_number);
  v_thresholds := internal.adjust_thresholds(v_levels, adjustments);
  documents := internal.log_adjustments(v_levels, v_changes, v_thresholds, adjustments, adjustment_id);
  level_ids := array(select l.id from unnest(v_levels) with ordinality l order by l.ordinality);
end
$$;

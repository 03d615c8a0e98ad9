-- Writes an adjustment into the activity log and sends inventory.updated.
-- Takes: the variant and the level as they were before, the change in units, its type, the adjustment as
-- internal.adjust_stock takes it, and its id.
create or replace function internal.log_adjustment(
  variant app.variants,
  level app.inventory_levels,
  change integer,
  type text,
  adjustment jsonb,
  adjustment_id uuid)
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.log_activity(variant.store_id, 'inventory.adjusted', 'inventory_level', level.id,
    jsonb_build_object(
      'on_hand', level.on_hand,
      'low_stock_threshold', variant.low_stock_threshold),
    jsonb_build_object(
      'on_hand', level.on_hand + change,
      'low_stock_threshold',
        coalesce((adjustment ->> 'low_stock_threshold')::integer, variant.low_stock_threshold),
      'type', type,
      'reason', adjustment ->> 'reason',
      'adjustment_id', adjustment_id));
  perform internal.emit_event(variant.store_id, 'inventory.updated', level.id, d.document)
    from internal.inventory_level_documents(array[level.id]) d;
end
$$;

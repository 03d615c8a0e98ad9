-- Row trigger: brings a changed low-stock threshold to the variant's levels.
create or replace function internal.tg_variants__copy_threshold() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.inventory_levels l
    set low_stock_threshold = new.low_stock_threshold,
        -- As updated_at is stamped (internal.tg__stamp_times).
        threshold_changed_at = greatest(internal.now(), internal.clock_floor())
    where l.variant_id = new.id;
  return null;
end
$$;

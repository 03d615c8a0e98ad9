-- Row trigger: gives a new level the low-stock threshold of its variant.
--
-- Under a lock that a change of the threshold waits for: it then finds the level.
create or replace function internal.tg_inventory_levels__take_threshold() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  select v.low_stock_threshold into new.low_stock_threshold
    from app.variants v
    where v.id = new.variant_id
    for share;
  -- The foreign key refuses a level of no variant.
  new.low_stock_threshold := coalesce(new.low_stock_threshold, 0);
  -- A level that is made empty has no movement to be found by (internal.level_scans), and while the clock is behind
  -- its created_at is below its updated_at.
  new.threshold_changed_at := new.updated_at;
  return new;
end
$$;

-- Moves a variant's average cost by a purchase.
-- Takes: the variant with its cost locked, its average cost now, the units bought and the cost of one, in the store's
-- currency.
--
-- The moving average over all locations, to four decimals:
-- (units on hand x average + units bought x cost of one) / (units on hand + units bought).
create or replace function internal.average_in_purchase(
  variant_id uuid,
  average_cost numeric,
  quantity integer,
  unit_cost numeric)
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_on_hand bigint;
  v_average_cost numeric;
begin
  select coalesce(sum(l.on_hand), 0) into v_on_hand
    from app.inventory_levels l
    where l.variant_id = average_in_purchase.variant_id;
  v_average_cost := round((v_on_hand * average_cost + quantity * unit_cost) / (v_on_hand + quantity), 4);
  update app.variant_costs c
    set average_cost = v_average_cost, updated_at = internal.now()
    where c.variant_id = average_in_purchase.variant_id;
end
$$;

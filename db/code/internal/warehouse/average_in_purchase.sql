-- Moves a variant's average cost by a purchase, or by goods of a purchase that go back.
-- Takes: the variant with its cost and level locked, its average cost now, the units bought (negative: that go back)
-- and the cost of one, in the store's currency.
-- Gives: the cost of one unit at which the ledger books them.
--
-- The moving average over all locations, to four decimals:
-- (units on hand x average + units bought x cost of one) / (units on hand + units bought).
-- Goods go back at what they cost, as if they had never come. Where none is left to carry the difference, or what is
-- left would be worth less than nothing, they go at the average, which then stays: the stock keeps a value that is
-- exactly what went in less what went out.
create or replace function internal.average_in_purchase(
  variant_id uuid,
  average_cost numeric,
  quantity integer,
  unit_cost numeric)
  returns numeric
language plpgsql volatile
set search_path = ''
as $$
declare
  v_on_hand bigint;
  v_value numeric;
begin
  select coalesce(sum(l.on_hand), 0) into v_on_hand
    from app.inventory_levels l
    where l.variant_id = average_in_purchase.variant_id;
  v_value := v_on_hand * average_cost + quantity * unit_cost;
  if quantity < 0 and (v_on_hand + quantity = 0 or v_value < 0) then
    return average_cost;
  end if;
  update app.variant_costs c
    set average_cost = round(v_value / (v_on_hand + quantity), 4), updated_at = internal.now()
    where c.variant_id = average_in_purchase.variant_id;
  return unit_cost;
end
$$;

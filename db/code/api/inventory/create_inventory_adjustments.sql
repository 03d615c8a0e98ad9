-- Adjusts the stock of up to 500 variants and locations at once, all or nothing (POST /inventory/adjustments/batch).
-- Takes: lines, each as POST /inventory/adjustments takes it, in units.
-- Gives: the adjusted levels, in the order of the lines.
-- Raises: HT008, HT100 (store_id); HT100 (location_id, variant_id, sku), HT008 (a level
-- twice); HT008 (limits), HT101 (expected_on_hand).
--
-- Each of these groups is told of all lines at once: fields are named as in lines.17.sku. The rows of the ledger have
-- one reference_id.
create or replace function api.create_inventory_adjustments(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_found record;
  v_adjusted record;
begin
  v_found := internal.find_adjusted_levels(v_store_id, input -> 'lines');
  v_adjusted := internal.adjust_stock_lines(v_found.variant_ids, v_found.location_ids,
    array(select a.item from jsonb_array_elements(input -> 'lines') with ordinality as a (item, n) order by a.n),
    list => 'lines');
  if not exists (select from unnest(v_adjusted.documents) d where d is null) then
    return json_build_object('data', array_to_json(v_adjusted.documents));
  end if;
  return json_build_object('data', (
    select json_agg(d.document order by d.ordinal) from internal.inventory_level_documents(v_adjusted.level_ids) d));
end
$$;
grant execute on function api.create_inventory_adjustments(jsonb) to haat_api;

-- Sets the stock of an imported product's variants at a location, as adjustments to a quantity.
-- Takes: the product, and the line with location_id, reason and the stock of its variants.
-- Raises: HT014 (permission), HT100 (location_id), HT008 (limits).
create or replace function internal.import_stock(product_id uuid, input jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_location_id constant uuid := (input ->> 'location_id')::uuid;
  v_adjustment jsonb;
  v_line record;
begin
  if v_location_id is null then
    return;
  end if;
  perform internal.require_permission('inventory.manage');
  perform internal.require_location(v_location_id);
  for v_line in
    select v.id, w.n, (w.variant ->> 'stock')::integer as stock
    from jsonb_array_elements(input -> 'variants') with ordinality as w (variant, n)
    join app.variants v on v.product_id = import_stock.product_id and v.sku = w.variant ->> 'sku'
    where w.variant ->> 'stock' is not null
    -- In the order in which everybody locks levels.
    order by v.id
  loop
    v_adjustment := jsonb_build_object('set_on_hand', v_line.stock, 'reason', input ->> 'reason');
    perform internal.check_adjustment(v_adjustment);
    -- Nothing there and nothing to come: no level is made for it.
    continue when v_line.stock = 0 and not exists (
      select from app.inventory_levels l where l.variant_id = v_line.id and l.location_id = v_location_id);
    perform internal.adjust_stock(v_line.id, v_location_id, v_adjustment,
      field => format('variants.%s.stock', v_line.n - 1));
  end loop;
end
$$;

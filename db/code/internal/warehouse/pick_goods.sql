-- Gives what staff name of the goods that a document still has: those that a purchase expects, or that came with a
-- receipt and did not go back.
-- Takes: the goods of the document, with the units that are left and their cost; the lines that staff named,
-- [{variant_id | sku, quantity, unit_cost?}], null for all that is left; whether more than is left may be named.
-- Raises: HT008 (nothing is left, form, more than is left), HT100 (no variant, none of the document).
create or replace function internal.pick_goods(goods app.goods_receipt_lines[], lines jsonb, accept_excess boolean)
  returns app.goods_receipt_lines[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_named record;
  v_good app.goods_receipt_lines;
  v_picked app.goods_receipt_lines[] := '{}';
begin
  if coalesce(lines, 'null') = 'null' then
    v_picked := array(select g from unnest(goods) g where g.quantity > 0);
    if cardinality(v_picked) = 0 then
      perform internal.field_error('HT008', 'lines', 'goodsNothingLeft');
    end if;
    return v_picked;
  end if;
  for v_named in
    select f.line, f.variant_id, (f.item ->> 'quantity')::integer as quantity,
      (f.item ->> 'unit_cost')::numeric as unit_cost
    from internal.find_stock_lines(lines) f
    order by f.line
  loop
    select g.* into v_good from unnest(goods) g where g.variant_id = v_named.variant_id;
    if v_good.variant_id is null then
      perform internal.field_error('HT100', format('lines.%s', v_named.line), 'gone.onDocument');
    elsif v_named.quantity < 1 then
      perform internal.field_error('HT008', format('lines.%s.quantity', v_named.line), 'atLeast', '{"least": 1}');
    elsif v_named.quantity > v_good.quantity and not accept_excess then
      perform internal.field_error('HT008', format('lines.%s.quantity', v_named.line), 'goodsTooMuch',
        jsonb_build_object('left', greatest(v_good.quantity, 0)));
    end if;
    v_good.line := v_named.line;
    v_good.quantity := v_named.quantity;
    v_good.unit_cost := coalesce(v_named.unit_cost, v_good.unit_cost);
    v_picked := v_picked || v_good;
  end loop;
  return v_picked;
end
$$;

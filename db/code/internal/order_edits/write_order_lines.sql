-- Writes the lines of an edited order, each with its share of the order's discount.
-- Takes: the order as it is to be and its lines. A line that stays keeps its id.
--
-- What a line of before cost (unit_cost) goes: it is of a delivery that was taken back.
create or replace function internal.write_order_lines(edited app.orders, lines internal.priced_line[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_shares constant numeric[] := internal.share_amount(
    edited.discount_amount, array(select l.amount from unnest(lines) with ordinality l order by l.ordinality));
begin
  delete from app.order_items i
    where i.store_id = edited.store_id and i.order_id = edited.id
      and i.line <> all (array(select l.line from unnest(lines) l));
  update app.order_items i set
    quantity = l.quantity,
    unit_price = l.unit_price,
    discount_price = l.discount_price,
    discount_amount = v_shares[l.ordinality],
    line_total = l.amount - v_shares[l.ordinality],
    unit_cost = null
    from unnest(lines) with ordinality l
    where i.store_id = edited.store_id and i.order_id = edited.id and i.line = l.line
      and ((i.quantity, i.unit_price, i.discount_price, i.discount_amount)
          is distinct from (l.quantity, l.unit_price, l.discount_price, v_shares[l.ordinality])
        or i.unit_cost is not null);
  insert into app.order_items (
    company_id, store_id, order_id, line,
    product_id, variant_id, sku, barcode, product_name, variant_name, options, image_media_key,
    quantity, unit_price, discount_price, discount_amount, line_total)
  select
    edited.company_id, edited.store_id, edited.id, l.line,
    l.product_id, l.variant_id, l.sku, l.barcode, l.product_name, l.variant_name, l.options, l.image_media_key,
    l.quantity, l.unit_price, l.discount_price, v_shares[l.ordinality], l.amount - v_shares[l.ordinality]
  from unnest(lines) with ordinality l
  where not exists (
    select from app.order_items i
    where i.store_id = edited.store_id and i.order_id = edited.id and i.line = l.line);
end
$$;

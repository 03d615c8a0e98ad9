-- Takes back goods of a receipt, all or the lines given: they were counted wrongly, or go back to the supplier. A new
-- receipt with negative quantities; the stock and the average cost are then as if these goods had never come. After a
-- wrong cost, take the goods back and receive them again.
-- Needs inventory.manage.
-- Takes: receipt_id, reason, lines [{variant_id | sku, quantity}].
-- Raises: HT014 (permission), HT100 (receipt_id), HT101 (it is a correction), HT008 (reason, lines), HT100 (a
-- variant), HT008 (would leave less than nothing, or less than orders have reserved), HT101 (the same a moment
-- ago).
--
-- Goods leave at what they cost; where what is left would be worth less than nothing, at the average
-- (internal.average_in_purchase).
create or replace function staff.correct_goods_receipt(body jsonb) returns app.goods_receipts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_receipt app.goods_receipts;
  v_purchase app.purchases;
  v_goods app.goods_receipt_lines[];
  v_correction app.goods_receipts;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('correct_goods_receipt', body);
  select * into v_receipt from app.goods_receipts r where r.id = (body ->> 'receipt_id')::uuid;
  if v_receipt.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "goods receipt"}');
  elsif v_receipt.corrects_id is not null then
    perform internal.field_error('HT101', 'receipt_id', 'correction');
  end if;
  v_purchase := internal.lock_purchase(v_receipt.purchase_id);
  v_goods := array(
    select row(null, l.company_id, l.store_id, l.variant_id, l.line, l.sku,
      l.quantity + coalesce((
        select sum(c.quantity) from app.goods_receipts r join app.goods_receipt_lines c on c.receipt_id = r.id
        where r.company_id = v_receipt.company_id and r.corrects_id = v_receipt.id
          and c.variant_id = l.variant_id), 0),
      l.unit_cost)::app.goods_receipt_lines
    from app.goods_receipt_lines l where l.receipt_id = v_receipt.id order by l.line);
  v_goods := internal.pick_goods(v_goods, body -> 'lines', false);
  v_correction := internal.post_receipt(v_purchase,
    array(select row(null, g.company_id, g.store_id, g.variant_id, g.line, g.sku, -g.quantity,
      g.unit_cost)::app.goods_receipt_lines from unnest(v_goods) g),
    v_receipt.id, null, body ->> 'reason');
  return v_correction;
end
$$;
grant execute on function staff.correct_goods_receipt(jsonb) to haat_staff;

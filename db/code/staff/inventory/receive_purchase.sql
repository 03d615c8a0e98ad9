-- Receives goods of a purchase, all that is missing or the lines that came: they are added to the stock at their cost,
-- and the average cost moves. A line's unit_cost replaces the agreed one. More than is missing is refused, unless
-- accept_excess is true.
-- Needs inventory.manage.
-- Takes: purchase_id, lines [{variant_id | sku, quantity, unit_cost?}], supplier_document, note, accept_excess.
-- Raises: HT014 (permission), HT100 (purchase_id), HT101 (the purchase is closed), HT008 (lines), HT100 (a
-- variant), HT008 (texts, too much stock), HT101 (the same a moment ago).
create or replace function staff.receive_purchase(body jsonb) returns app.goods_receipts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_purchase app.purchases;
  v_expected app.goods_receipt_lines[];
  v_receipt app.goods_receipts;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('receive_purchase', body);
  v_purchase := internal.lock_purchase((body ->> 'purchase_id')::uuid);
  if v_purchase.status = 'closed' then
    perform internal.field_error('HT101', 'purchase_id', 'goodsNothingLeft.closed');
  end if;
  v_expected := array(
    select row(null, l.company_id, l.store_id, l.variant_id, l.line, l.sku, l.quantity - l.received_quantity,
      l.unit_cost)::app.goods_receipt_lines
    from app.purchase_lines l where l.purchase_id = v_purchase.id order by l.line);
  v_receipt := internal.post_receipt(v_purchase,
    internal.pick_goods(v_expected, body -> 'lines', coalesce((body ->> 'accept_excess')::boolean, false)),
    null, body ->> 'supplier_document', body ->> 'note');
  return v_receipt;
end
$$;
grant execute on function staff.receive_purchase(jsonb) to haat_staff;

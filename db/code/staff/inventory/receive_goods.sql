-- Receives goods that no purchase was written for, in one step: writes the purchase, and its receipt, which adds them
-- to the stock at their cost.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT008 (texts, lines), HT100 (location_id, a variant), HT008 (too much stock),
-- HT101 (the same a moment ago).
create or replace function staff.receive_goods(location_id uuid, lines staff.goods_line[],
  supplier_name text default null, supplier_document text default null, note text default null)
  returns app.goods_receipts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_purchase app.purchases;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('receive_goods',
    jsonb_build_array(location_id, lines, supplier_name, supplier_document, note));
  v_purchase := internal.create_purchase(receive_goods.location_id, to_jsonb(receive_goods.lines),
    receive_goods.supplier_name, receive_goods.supplier_document, receive_goods.note);
  perform internal.log_activity(null, 'purchase.created', 'purchase', v_purchase.id, null, to_jsonb(v_purchase));
  return staff.receive_purchase(v_purchase.id, null, v_purchase.supplier_document, v_purchase.note);
end
$$;
grant execute on function staff.receive_goods(uuid, staff.goods_line[], text, text, text) to haat_staff;

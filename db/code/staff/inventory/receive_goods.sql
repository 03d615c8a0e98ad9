-- Receives goods that no purchase was written for, in one step: writes the purchase, and its receipt, which adds them
-- to the stock at their cost.
-- Needs inventory.manage.
-- Takes: location_id, lines [{variant_id | sku, quantity, unit_cost}], supplier_name, supplier_document, note.
-- Raises: HT014 (permission), HT008 (texts, lines), HT100 (location_id, a variant), HT008 (too much stock),
-- HT101 (the same a moment ago).
create or replace function staff.receive_goods(body jsonb) returns app.goods_receipts
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_purchase app.purchases;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('receive_goods', body);
  v_purchase := internal.create_purchase(body);
  return staff.receive_purchase(jsonb_build_object('purchase_id', v_purchase.id,
    'supplier_document', v_purchase.supplier_document, 'note', v_purchase.note));
end
$$;
grant execute on function staff.receive_goods(jsonb) to haat_staff;

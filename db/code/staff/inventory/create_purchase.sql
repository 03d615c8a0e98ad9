-- Writes down what was ordered from a supplier, with the cost of each unit. Stock changes when the goods come:
-- receive_purchase. It is not edited later: close_purchase ends what no longer comes.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT008 (texts, lines), HT100 (location_id, a variant), HT101 (the same a moment
-- ago).
create or replace function staff.create_purchase(location_id uuid, lines staff.goods_line[],
  supplier_name text default null, supplier_document text default null, note text default null)
  returns app.purchases
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_purchase app.purchases;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('create_purchase',
    jsonb_build_array(location_id, lines, supplier_name, supplier_document, note));
  v_purchase := internal.create_purchase(create_purchase.location_id, to_jsonb(create_purchase.lines),
    create_purchase.supplier_name, create_purchase.supplier_document, create_purchase.note);
  perform internal.log_activity(null, 'purchase.created', 'purchase', v_purchase.id, null, to_jsonb(v_purchase));
  return v_purchase;
end
$$;
grant execute on function staff.create_purchase(uuid, staff.goods_line[], text, text, text) to haat_staff;

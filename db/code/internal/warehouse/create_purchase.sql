-- Writes a purchase with what it expects.
-- Takes: the location, [{variant_id | sku, quantity, unit_cost}], and what is known of the supplier.
-- Raises: in this order HT008 (texts, lines), HT100 (location_id, a variant).
create or replace function internal.create_purchase(location_id uuid, lines jsonb, supplier_name text,
  supplier_document text, note text) returns app.purchases
language plpgsql volatile
set search_path = ''
as $$
declare
  v_purchase app.purchases;
begin
  v_purchase.supplier_name := internal.remark(create_purchase.supplier_name, 'supplier_name', 200);
  v_purchase.supplier_document := internal.remark(create_purchase.supplier_document, 'supplier_document', 100);
  v_purchase.note := internal.remark(create_purchase.note, 'note');
  perform internal.check_goods_lines(lines, true);
  perform internal.require_location(create_purchase.location_id);
  insert into app.purchases (company_id, location_id, number, supplier_name, supplier_document, note,
    actor_id, actor_name)
  select internal.current_company_id(), create_purchase.location_id, internal.next_document_number('PUR'),
    v_purchase.supplier_name, v_purchase.supplier_document, v_purchase.note, a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_purchase;
  insert into app.purchase_lines (purchase_id, company_id, store_id, variant_id, line, sku, quantity, unit_cost)
  select v_purchase.id, v_purchase.company_id, f.store_id, f.variant_id, f.line, f.sku,
    (f.item ->> 'quantity')::integer, (f.item ->> 'unit_cost')::numeric
  from internal.find_stock_lines(lines) f;
  return v_purchase;
end
$$;

-- Writes a purchase with what it expects.
-- Takes: location_id, lines [{variant_id | sku, quantity, unit_cost}], and what is known of the supplier.
-- Raises: in this order HT100 (location_id), HT008 (lines), HT100 (a variant).
create or replace function internal.create_purchase(body jsonb) returns app.purchases
language plpgsql volatile
set search_path = ''
as $$
declare
  v_location_id constant uuid := body ->> 'location_id';
  v_purchase app.purchases;
begin
  perform internal.require_location(v_location_id);
  insert into app.purchases (company_id, location_id, number, supplier_name, supplier_document, note,
    actor_id, actor_name)
  select internal.current_company_id(), v_location_id, internal.next_document_number('PUR'),
    nullif(btrim(body ->> 'supplier_name'), ''), nullif(btrim(body ->> 'supplier_document'), ''),
    nullif(btrim(body ->> 'note'), ''), a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_purchase;
  insert into app.purchase_lines (purchase_id, company_id, store_id, variant_id, line, sku, quantity, unit_cost)
  select v_purchase.id, v_purchase.company_id, f.store_id, f.variant_id, f.line, f.sku,
    (f.item ->> 'quantity')::integer, (f.item ->> 'unit_cost')::numeric
  from internal.find_stock_lines(body -> 'lines') f;
  return v_purchase;
end
$$;

-- Writes down what was ordered from a supplier, with the cost of each unit. Stock changes when the goods come:
-- receive_purchase. It is not edited later: close_purchase ends what no longer comes.
-- Needs inventory.manage.
-- Takes: location_id, lines [{variant_id | sku, quantity, unit_cost}], supplier_name, supplier_document, note.
-- Raises: HT014 (permission), HT008 (texts, lines), HT100 (location_id, a variant), HT101 (the same a moment
-- ago).
create or replace function staff.create_purchase(body jsonb) returns app.purchases
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('create_purchase', body);
  return internal.create_purchase(body);
end
$$;
grant execute on function staff.create_purchase(jsonb) to haat_staff;

-- Finds whose order of another shop this is, where that customer has no phone: by email, and makes it when there is
-- none.
-- Takes: {store_id, customer_by_email: {full_name, email}} of internal.import_order.
-- Gives: the customer as orders take it, {customer_id}; {} where the customer is known by phone.
-- Raises: HT008, HT100 (store_id), 23505 (email).
create or replace function internal.imported_order_customer(input jsonb) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_id constant uuid := (input ->> 'store_id')::uuid;
  v_customer constant jsonb := input -> 'customer_by_email';
  v_id uuid;
begin
  if v_customer is null then
    return '{}';
  end if;
  v_id := internal.find_planned_customer(v_store_id, null, v_customer ->> 'email', '{}');
  return jsonb_build_object('customer_id', coalesce(v_id, (api.create_customer(
    v_customer || jsonb_build_object('store_id', v_store_id)) ->> 'id')::uuid));
end
$$;

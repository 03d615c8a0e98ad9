-- Takes in a customer of another shop with an address, in one transaction: makes it, or changes what the line says of
-- it. Run again it doubles nothing: an address that is known is left. Needs orders.manage.
-- Takes: the fields of POST /customers and an address as orders have it. Absent fields stay as they are.
-- Gives: {action: created, updated or unchanged, id}.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (phone), HT101 (email), 23505 (two imports at once).
create or replace function internal.import_customer(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := (input ->> 'store_id')::uuid;
  v_fields constant jsonb := input - 'address';
  v_found record;
  v_before app.customers;
  v_after app.customers;
  v_added boolean;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(v_store_id);
  v_found := internal.find_imported_customer(v_store_id, input);
  if v_found.problems is not null then
    perform internal.fail('HT101', 'customerRefused', fields => v_found.problems);
  elsif v_found.customer_id is null then
    v_after.id := (api.create_customer(v_fields) ->> 'id')::uuid;
  else
    select * into v_before from app.customers c where c.id = v_found.customer_id for no key update;
    perform api.update_customer(v_fields || jsonb_build_object('id', v_before.id));
  end if;
  v_added := internal.add_address(coalesce(v_before.id, v_after.id), (input -> 'address')::json);
  if v_added then
    perform internal.publish_customer(coalesce(v_before.id, v_after.id));
  end if;
  select * into v_after from app.customers c where c.id = coalesce(v_before.id, v_after.id);
  return json_build_object(
    'action', case
      when v_before.id is null then 'created'
      when v_added or v_after operator(pg_catalog.*<>) v_before then 'updated'
      else 'unchanged' end,
    'id', v_after.id);
end
$$;
grant execute on function internal.import_customer(jsonb) to haat_api, haat_staff;

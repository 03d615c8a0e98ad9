-- Changes what PATCH /customers/{id} changes of a customer, or blocks them. What is left out stays; an empty text
-- clears phone or email, clear_gender the gender. Needs orders.manage.
-- Takes: customer_id, the changes, clear_gender, expected_updated_at.
-- Raises: HT014 (permission), HT100 (customer_id), HT101 (expected_updated_at, was erased), HT008 (phone), 23505
-- (phone, email).
create or replace function staff.update_customer(body jsonb) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_changes constant jsonb := internal.without_blanks(body - '{customer_id,clear_gender,expected_updated_at}'::text[])
    || case when (body ->> 'clear_gender')::boolean then '{"gender": null}' else '{}' end::jsonb;
  v_before app.customers;
  v_customer app.customers;
begin
  perform internal.require_permission('orders.manage');
  select * into v_before from app.customers t where t.id = (body ->> 'customer_id')::uuid for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "customer"}');
  end if;
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz, v_before.updated_at, v_before.id);
  perform api.update_customer(v_changes || jsonb_build_object('id', v_before.id, 'store_id', v_before.store_id));
  select * into v_customer from app.customers t where t.id = v_before.id;
  return internal.readable_customers(v_customer);
end
$$;
grant execute on function staff.update_customer(jsonb) to haat_staff;

-- Takes in an open order of another shop, in one transaction, by the procedure that all orders go through: it finds or
-- makes the customer, reserves the stock, counts to the plan. An order comes in once, by its number there. Needs
-- orders.manage, and payments.manage with a paid_amount.
-- Takes: the fields of POST /orders but its payment, and: reference (its number there), status (of an open order),
-- cod_amount (what is to be collected), paid_amount, payment_method (a name), transaction_id;
-- and customer_by_email {full_name, email} in place of a customer who has no phone.
-- Gives: {action: created or unchanged, id, number}.
-- Raises: HT014 (permission), HT100 (store_id), HT101 (references), HT008 (the amounts do not add up, customer),
-- HT011, HT102 (stock), HT103 (status), HT104.
--
-- What is refused here, internal.plan_order foretells, by the same checks in the same order.
create or replace function internal.import_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := (input ->> 'store_id')::uuid;
  v_reference constant text := input ->> 'reference';
  v_paid constant numeric := coalesce((input ->> 'paid_amount')::numeric, 0);
  v_method_id uuid;
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(v_store_id);
  -- Of two imports of one order at once, the second waits and finds it.
  perform pg_advisory_xact_lock(hashtextextended('order moved in ' || v_store_id || ' ' || v_reference, 0));
  select o.* into v_order from app.imported_orders i join app.orders o on o.id = i.order_id
    where i.store_id = v_store_id and i.reference = v_reference;
  if v_order.id is not null then
    return json_build_object('action', 'unchanged', 'id', v_order.id, 'number', v_order.number);
  end if;
  v_method_id := internal.find_imported_payment_method(input);
  v_order.id := (internal.create_order(internal.current_company_id(), v_store_id, 'staff',
    input - '{reference,status,cod_amount,paid_amount,payment_method,transaction_id,customer_by_email}'::text[]
    || internal.imported_order_customer(input)
    || jsonb_build_object('custom_fields', jsonb_build_object('old_order_number', v_reference))
    || case when v_paid > 0 then jsonb_build_object('payment', jsonb_strip_nulls(jsonb_build_object(
        'payment_method_id', v_method_id, 'amount', v_paid, 'transaction_id', input ->> 'transaction_id')))
      else '{}' end) ->> 'id')::uuid;
  if coalesce(input ->> 'status', 'pending') <> 'pending' then
    perform internal.change_order_status(v_order.id, input ->> 'status');
  end if;
  select * into v_order from app.orders o where o.id = v_order.id;
  perform internal.check_cod_amount(v_order.total_amount, v_paid, v_order.due_amount,
    (input ->> 'cod_amount')::numeric);
  -- It is not new to the shop.
  delete from app.push_notices n where n.store_id = v_store_id and n.order_id = v_order.id;
  insert into app.imported_orders (company_id, store_id, reference, order_id, created_at)
  values (v_order.company_id, v_store_id, v_reference, v_order.id, internal.now());
  return json_build_object('action', 'created', 'id', v_order.id, 'number', v_order.number);
end
$$;
grant execute on function internal.import_order(jsonb) to haat_api, haat_staff;

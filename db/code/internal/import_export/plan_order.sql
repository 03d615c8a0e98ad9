-- Says what speaks against an open order of another shop, by the checks of internal.import_order and of those that it
-- calls, in their order. Writes and locks nothing.
-- Takes: the input of internal.import_order, and what the orders before it would take (see internal.plan_orders).
-- Gives: by field what speaks against it (null: nothing), and what this order would take, if only a number.
create or replace function internal.plan_order(input jsonb, taken jsonb, out fields jsonb, out takes jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := (input ->> 'store_id')::uuid;
  v_paid constant numeric := coalesce((input ->> 'paid_amount')::numeric, 0);
  v_status constant text := coalesce(input ->> 'status', 'pending');
  v_transaction constant text := 'transaction ' || nullif(btrim(input ->> 'transaction_id'), '');
  v_planned constant integer := coalesce((taken ->> 'orders')::integer, 0);
  v_store app.stores;
  v_method_id uuid;
  v_method app.payment_methods;
  v_location_id uuid;
  v_lines internal.priced_line[];
  v_order app.orders;
  v_detail text;
begin
  select * into v_store from app.stores s where s.id = v_store_id;
  v_method_id := internal.find_imported_payment_method(input);
  perform internal.find_order_channel(v_store_id, input ->> 'channel');
  v_location_id := internal.find_order_location(v_store.company_id, (input ->> 'location_id')::uuid);
  takes := internal.plan_order_customer(v_store_id, input, taken);
  v_lines := internal.price_lines(v_store_id, input -> 'items');
  v_order.store_id := v_store_id;
  if v_store.is_test then
    perform internal.check_test_orders(v_store_id, coalesce((taken ->> 'numbers')::integer, 0));
  else
    perform internal.check_order_quota(v_store.company_id, v_store.timezone, v_planned);
  end if;
  select p.total_amount, p.total_amount into v_order.total_amount, v_order.due_amount
    from internal.price_order(v_store_id, v_lines, null, (input ->> 'shipping_address')::json, null,
      (input ->> 'shipping_charge')::numeric, (input ->> 'tax_amount')::numeric) p;
  takes := takes || jsonb_build_object('numbers', coalesce((taken ->> 'numbers')::integer, 0) + 1);
  if v_paid > 0 then
    select * into v_method from app.payment_methods m where m.id = v_method_id;
    perform internal.check_payment(v_order, v_method, v_paid, nullif(btrim(input ->> 'transaction_id'), ''), null,
      'staff', 'payment.', coalesce(taken ? v_transaction, false));
    v_order.due_amount := v_order.total_amount - v_paid;
    if v_transaction is not null then
      takes := takes || jsonb_build_object(v_transaction, 1);
    end if;
  end if;
  perform internal.refuse_short_lines(v_location_id, array_agg(l.line), array_agg(l.variant_id), array_agg(l.sku),
      array_agg(l.quantity), taken)
    from unnest(v_lines) l;
  if v_status <> 'pending' then
    perform internal.require_transition('pending', v_status, null);
  end if;
  perform internal.check_cod_amount(v_order.total_amount, v_paid, v_order.due_amount,
    (input ->> 'cod_amount')::numeric);
  takes := takes || jsonb_build_object('orders', v_planned + 1) || (
    select jsonb_object_agg(u.key, u.units + coalesce((taken ->> u.key)::integer, 0))
    from (
      select internal.taken_units(v_location_id, l.variant_id) as key, sum(l.quantity) as units
      from unnest(v_lines) l group by l.variant_id
    ) u);
exception when others then
  if sqlstate not like 'HT%' then
    raise;
  end if;
  get stacked diagnostics v_detail = pg_exception_detail;
  fields := coalesce(nullif(v_detail::jsonb -> 'problems', 'null'),
    jsonb_build_object('', jsonb_build_array(v_detail::jsonb -> 'problem')));
  -- A refusal undoes all but the number.
  takes := case when takes ? 'numbers' then jsonb_build_object('numbers', takes -> 'numbers') else '{}' end;
end
$$;

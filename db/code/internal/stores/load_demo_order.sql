-- Adds an order of the demo to a store, and lets happen to it what happens to orders.
-- Takes: the store, the location, and the order: its source; input as the API takes it; payment (or checkout: paid
-- online, later) and collection (method, amount, transaction_id); moves (status, note); follow_up (follow_up_at,
-- follow_up_note).
create or replace function internal.load_demo_order(store_id uuid, location_id uuid, "order" jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := "order";
  v_own jsonb := jsonb_build_object('store_id', load_demo_order.store_id);
  v_methods constant jsonb := (select jsonb_object_agg(m.name, m.id) from app.payment_methods m
    where m.store_id = load_demo_order.store_id);
  v_payment constant jsonb := nullif(v_order -> 'payment', 'null');
  v_collection constant jsonb := nullif(v_order -> 'collection', 'null');
  v_move jsonb;
begin
  v_own := v_own || jsonb_build_object('id', internal.create_order(internal.current_company_id(),
    load_demo_order.store_id, v_order ->> 'source', (v_order -> 'input') || jsonb_build_object(
      'location_id', load_demo_order.location_id,
      'payment', v_payment || jsonb_build_object('payment_method_id', v_methods -> (v_payment ->> 'method')),
      'payment_method_id', v_methods -> (v_order ->> 'checkout'))) ->> 'id');
  for v_move in
    select x.value from jsonb_array_elements(v_order -> 'moves') with ordinality x order by x.ordinality
  loop
    perform api.update_order_status(v_own || v_move);
  end loop;
  if v_collection is not null then
    perform api.record_order_payment(v_own || v_collection || jsonb_build_object(
      'payment_method_id', v_methods -> (v_collection ->> 'method')));
  end if;
  if jsonb_typeof(v_order -> 'follow_up') = 'object' then
    perform api.update_order(v_own || (v_order -> 'follow_up'));
  end if;
end
$$;

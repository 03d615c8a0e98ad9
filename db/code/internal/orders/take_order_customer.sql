-- Finds or creates the customer of a new order, saves the order's address with the customer, and sends the customer's
-- event.
-- Takes: a store of the company, the order as POST /orders describes it and its shipping address.
-- Gives: the customer's id.
-- Raises: HT101, HT008.
-- see: guides/first-order#3-create-the-order, reference/customers#get_customer
--
-- One event, either way: customer.created for a new customer, which is complete now, customer.updated for a known one
-- that got a new address.
create or replace function internal.take_order_customer(company_id uuid, store_id uuid, input jsonb, address json)
  returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
  v_is_new boolean := false;
  v_has_new_address boolean;
begin
  if input ->> 'customer_id' is not null then
    select c.id into v_id
      from app.customers c
      where c.store_id = take_order_customer.store_id and c.id = (input ->> 'customer_id')::uuid
        and c.erased_at is null
      -- Against an erasure: it waits for this order, or this order sees it.
      for key share;
    if v_id is null then
      perform internal.field_error('HT101', 'customer_id', 'customerGone');
    end if;
  else
    select f.customer_id, f.is_new into v_id, v_is_new
      from internal.find_or_create_customer(
        take_order_customer.company_id, take_order_customer.store_id, input -> 'customer') f;
  end if;
  v_has_new_address := internal.add_address(v_id, address, v_is_new);
  if v_is_new then
    perform internal.publish_customer(v_id, 'customer.created');
  elsif v_has_new_address then
    perform internal.publish_customer(v_id);
  end if;
  return v_id;
end
$$;

-- Edits an order, for every interface: its lines, coupon, charges, customer, address, location, channel, custom
-- fields, tags and note. All or nothing.
-- Takes: the order and the edit as POST /orders/{id}/edit describes it.
-- Gives: whether anything changed.
-- Raises: HT100; HT103 (status), HT101 (parcel, references), HT008, HT102 (stock).
-- see: guides/edit-an-order
--
-- Lock order: order, customer, coupons by id, inventory levels in variant order, ledger.
-- Lines that stay keep what was agreed: names, options and the price of one unit. What was paid stays; what follows
-- from it for the new total says internal.recompute_order. The quota of the plan counts orders, not edits.
-- Refusals in order: status (400), parcel (409), channel, location, customer (422, 409), lines (409,
-- 422), coupon (422), total too large (422), stock (400).
create or replace function internal.edit_order(order_id uuid, input jsonb) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(order_id);
  v_agreed constant internal.priced_line[] := internal.agreed_lines(v_before.id);
  v_names_customer constant boolean := coalesce(input ->> 'customer_id', input ->> 'customer') is not null;
  v_after app.orders;
  v_lines internal.priced_line[] := v_agreed;
  v_document json;
  v_told record;
begin
  perform internal.refuse_edit(v_before);
  v_after := internal.change_order_terms(v_before, input);
  if v_names_customer or v_after.shipping_address::text <> coalesce(v_before.shipping_address::text, '') then
    -- As of a new order, its address is kept with its customer.
    v_after.customer_id := internal.take_order_customer(v_before.company_id, v_before.store_id,
      case when v_names_customer then input else jsonb_build_object('customer_id', v_before.customer_id) end,
      v_after.shipping_address);
  end if;
  if jsonb_typeof(input -> 'changes') = 'array' then
    v_lines := internal.change_order_lines(v_before, v_agreed, input -> 'changes');
  end if;
  v_after := internal.price_edit(v_before, v_after, v_agreed, v_lines, input);
  if v_after operator(pg_catalog.*=) v_before and v_lines = v_agreed then
    return false;
  end if;
  select d.document into v_document from internal.order_documents(array[v_before.id], expand_items => true) d;
  update app.orders o set
    channel_id = v_after.channel_id, customer_id = v_after.customer_id, location_id = v_after.location_id,
    subtotal = v_after.subtotal, discount_amount = v_after.discount_amount, shipping_charge = v_after.shipping_charge,
    tax_amount = v_after.tax_amount, total_amount = v_after.total_amount, coupon_id = v_after.coupon_id,
    coupon = v_after.coupon, shipping_address = v_after.shipping_address, delivery_zone = v_after.delivery_zone,
    custom_fields = v_after.custom_fields, tags = v_after.tags, note = v_after.note
    where o.id = v_before.id;
  perform internal.write_order_lines(v_after, v_lines);
  perform internal.move_coupon_use(v_before, v_after);
  perform internal.recompute_order(v_before.id);
  select x.* into v_told
    from internal.order_documents(array[v_before.id], expand_items => true) d
    cross join lateral internal.order_differences(v_document, d.document) x;
  perform internal.add_to_timeline(v_before.company_id, v_before.store_id, v_before.id, 'edited', null, null,
    input ->> 'reason', v_told.detail,
    (select internal.order_prints(o) from app.orders o where o.id = v_before.id));
  perform internal.publish_order(v_before, others => v_told.previous);
  -- As for a new order, stock comes last.
  perform internal.move_reservation(v_before, v_after, v_agreed, v_lines);
  return true;
end
$$;

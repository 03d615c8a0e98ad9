-- Notes that a new order used its coupon; nothing for an order without one.
-- Takes: the order.
create or replace function internal.add_coupon_redemption(new_order app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if new_order.coupon_id is not null then
    insert into app.coupon_redemptions (order_id, company_id, store_id, coupon_id, customer_id, created_at)
    values (new_order.id, new_order.company_id, new_order.store_id, new_order.coupon_id, new_order.customer_id,
      new_order.created_at);
  end if;
end
$$;

-- Money of an order, always from its payments: nobody adds to an amount, everybody calls this.
create or replace function internal.settle_order(order_id uuid) returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_received numeric;
  v_refunded numeric;
begin
  select coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0), coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0)
    into v_received, v_refunded
    from app.payments p where p.order_id = settle_order.order_id and p.status = 'settled';
  update app.orders t set
    received_amount = v_received,
    refunded_amount = v_refunded,
    paid_amount = v_received - v_refunded - t.uncollected_amount,
    due_amount = case when t.status in ('cancelled', 'spam', 'returned') then 0
      else greatest(0, t.total_amount - t.returned_amount - t.waived_amount - (v_received - v_refunded - t.uncollected_amount)) end,
    payment_status = case
      when v_received - v_refunded - t.uncollected_amount <= 0 and v_refunded > 0 then 'refunded'
      when v_received - v_refunded - t.uncollected_amount <= 0 and v_received = 0 and t.total_amount > 0 then 'unpaid'
      when v_received - v_refunded - t.uncollected_amount < t.total_amount - t.returned_amount - t.waived_amount then
        case when v_received - v_refunded - t.uncollected_amount > 0 then 'partially_paid' else 'unpaid' end
      else 'paid' end
    where t.id = settle_order.order_id
    returning * into o;
  return o;
end
$$;
comment on function internal.settle_order(uuid) is 'Takes an order (locked by the caller); works out received, refunded, paid and due amounts and the payment status from its settled payments; gives the order. decisions: 3';

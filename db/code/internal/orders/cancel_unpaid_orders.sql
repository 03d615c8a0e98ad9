-- Cancels, as the system, the storefront orders that were to be paid online and were not paid in their store's time.
-- Run by a timer; safe to run twice.
-- Gives: how many it cancelled.
-- see: guides/orders
create or replace function internal.cancel_unpaid_orders() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_unpaid record;
  v_order app.orders;
  v_count integer := 0;
begin
  for v_unpaid in select * from internal.unpaid_orders() loop
    begin
      perform internal.act_as(v_unpaid.company_id);
      select * into v_order from app.orders o where o.id = v_unpaid.order_id for no key update;
      -- It may have been paid or changed since it was found.
      continue when v_order.status <> 'pending' or v_order.received_amount > 0 or v_order.due_amount = 0;
      perform internal.change_order_status(v_order.id, 'cancelled',
        'Cancelled automatically: nothing was paid in the store''s window.');
      v_count := v_count + 1;
    exception when others then
      -- One order that cannot be cancelled must not stop the others.
      raise warning 'order % was not cancelled: % (%)', v_unpaid.order_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
grant execute on function internal.cancel_unpaid_orders() to haat_worker;

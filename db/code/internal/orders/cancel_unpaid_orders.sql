-- Timer: cancels pending storefront orders to be paid online of which nothing was paid within their store's window,
-- as the system; gives how many.
-- Safe to run twice.
-- decisions: 8;
-- spec: Order transitions
create or replace function internal.cancel_unpaid_orders() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  u record;
  o app.orders;
  v_count integer := 0;
begin
  for u in select * from internal.unpaid_orders() loop
    perform internal.act_as(u.company_id);
    begin
      select * into o from app.orders t where t.id = u.order_id for no key update;
      -- Paid, or moved on by somebody, while we came.
      continue when o.status <> 'pending' or o.received_amount > 0;
      perform internal.change_order_status(o.id, 'cancelled', 'Cancelled automatically: nothing was paid in the store''s window.');
      v_count := v_count + 1;
    exception when others then
      -- One order that cannot be cancelled must not keep the others from it.
      raise warning 'order % was not cancelled: % (%)', u.order_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
grant execute on function internal.cancel_unpaid_orders() to haat_worker;

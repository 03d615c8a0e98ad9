-- Row trigger: books to sales_changes what was delivered or came back after the order's delivery was written.
create or replace function internal.tg_order_items__book_sales() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_order record;
  v_sold integer := new.delivered_quantity;
  v_returned integer := new.returned_quantity;
  v_kept numeric :=
    internal.kept_amount(new.line_total, new.quantity, new.delivered_quantity - new.returned_quantity);
begin
  select t.channel_id, t.delivered_at into v_order
    from app.orders t where t.store_id = new.store_id and t.id = new.order_id;
  if v_order.delivered_at is null then
    -- The order's own trigger books its lines when the delivery is written.
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_sold := v_sold - old.delivered_quantity;
    v_returned := v_returned - old.returned_quantity;
    v_kept := v_kept
      - internal.kept_amount(old.line_total, old.quantity, old.delivered_quantity - old.returned_quantity);
  end if;
  perform internal.lock_sales_calendar_shared(new.store_id);
  insert into app.sales_changes (company_id, store_id, day, channel_id, variant_id,
    net_sales, units_sold, units_returned)
  values (new.company_id, new.store_id, internal.store_day(new.store_id, v_order.delivered_at), v_order.channel_id,
    new.variant_id, v_kept, v_sold, v_returned);
  return null;
end
$$;

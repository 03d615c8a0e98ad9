-- Gives the name of what people did by a change of the journal, as noun.verb; null for what is no act of people, or is
-- told by an entry of its own.
-- Takes: of a row of app.changes what its columns of these names say.
--
-- People are staff, and who uses the command line; what keys, workers and timers do is in the journal alone, but for
-- webhook endpoints, which keys manage as people do. A record of a plain type is told of where what was asked for is
-- about it: a customer that comes with an order is told by the order. A default that goes over to another is told by
-- the record that was saved or removed.
--
-- Not in SQL: inlined three times into each branch of internal.readable_activity_log, it would be most of what a page
-- takes to plan.
create or replace function internal.activity_action(record_type text, action text, operation text, actor_type text,
  actor_name text, before jsonb, after jsonb) returns text
language plpgsql immutable parallel safe
as $$
begin
return case
  when action = 'baseline' then null
  when not (actor_type = 'staff' or actor_type = 'system' and actor_name = 'Command line'
    or record_type = 'webhook_endpoint' and (actor_type = 'api_key' or after ->> 'disabled_reason' = 'key_gone'))
    then null
  when record_type = 'customer' and after ->> 'erased_at' is not null then null
  when record_type in ('customer_address', 'location') and after = '{"is_default": false}' then null
  when record_type in ('attribute', 'brand', 'category', 'channel', 'coupon', 'courier', 'customer', 'location',
      'order_view', 'payment_method', 'staff_role', 'store') then case
    when strpos(operation, record_type) = 0 then null
    when action = 'delete' then
      case when record_type in ('order_view', 'staff_role') then record_type || '.removed' end
    else record_type || case action when 'insert' then '.created' else '.updated' end end
  when record_type = 'customer_address' then case
    when strpos(operation, 'customer_address') = 0 then null
    when after = '{"is_default": true}' and strpos(operation, 'remove_customer_address') > 0 then null
    when action = 'delete' then 'customer_address.removed'
    else 'customer_address.saved' end
  when record_type = 'courier_rate' then 'courier.updated'
  when record_type = 'stock_count' then case
    when action = 'insert' then case operation when 'recount' then 'stock_count.booked' else 'stock_count.started' end
    when after ? 'status' then 'stock_count.' || (after ->> 'status') end
  when record_type = 'stock_count_line' then
    case action when 'delete' then 'stock_count.line_removed' else 'stock_count.lines_saved' end
  when record_type = 'stock_transfer' then 'stock_transfer.created'
  when record_type = 'purchase' then case
    when action = 'insert' then 'purchase.created'
    when after ->> 'status' = 'closed' then 'purchase.closed' end
  -- Files of orders are told by their timelines.
  when record_type = 'attachment' then case
    when action = 'update' or coalesce(after, before) ->> 'order_id' is not null then null
    when action = 'insert' then 'purchase.attached' else 'purchase.detached' end
  when record_type = 'goods_receipt' then
    case when after ->> 'corrects_id' is null then 'goods_receipt.created' else 'goods_receipt.corrected' end
  when record_type = 'payout' then
    case when action <> 'update' or strpos(operation, 'record_payout') = 0 then null else 'payout.recorded' end
  when record_type = 'courier_charge' then
    case when after ->> 'reverses_id' is null or strpos(operation, 'payment') > 0 then null else 'charge.voided' end
  else coalesce(internal.act_on_catalog(record_type, action, operation, before, after),
    internal.act_on_house(record_type, action, after)) end;
end
$$;
grant execute on function internal.activity_action(text, text, text, text, text, jsonb, jsonb)
  to haat_staff, haat_dba;

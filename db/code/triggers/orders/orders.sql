create or replace trigger _100_stamp_times before insert or update on app.orders
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_book_sales_insert after insert on app.orders
  for each row when (new.delivered_at is not null) execute function internal.tg_orders__book_sales();
create or replace trigger _500_book_sales_update after update on app.orders
  for each row when ((old.delivered_at is not null or new.delivered_at is not null)
    and (old.delivered_at, old.channel_id, old.subtotal, old.shipping_charge)
      is distinct from (new.delivered_at, new.channel_id, new.subtotal, new.shipping_charge))
  execute function internal.tg_orders__book_sales();
create or replace trigger _500_book_counts_insert after insert on app.orders
  for each row execute function internal.tg_orders__book_counts();
create or replace trigger _500_book_counts_update after update on app.orders
  for each row when ((old.status, old.total_amount, old.due_amount)
    is distinct from (new.status, new.total_amount, new.due_amount))
  execute function internal.tg_orders__book_counts();
-- Made and moved along, it is told of by its timeline; derived amounts have their checks.
create or replace trigger _400_journal after update or delete on app.orders
  for each row execute function internal.tg__journal('order', 'id', '',
    'status payment_status fulfillment_status received_amount refunded_amount returned_amount '
    'waived_amount retained_amount paid_amount due_amount held_by_courier_amount to_refund_amount '
    'with_courier_quantity coming_back_quantity delivered_at cancelled_at call_count last_call_at '
    'last_call_outcome call_limit_reached', '');

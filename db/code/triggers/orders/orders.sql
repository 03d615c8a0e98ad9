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

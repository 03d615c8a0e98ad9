create or replace trigger _100_stamp_times before insert or update on app.payments
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_book_sales_insert after insert on app.payments
  for each row when (new.status = 'settled') execute function internal.tg_payments__book_sales();
create or replace trigger _500_book_sales_update after update on app.payments
  for each row when (
    (old.status, old.settled_at, old.kind, old.amount)
      is distinct from (new.status, new.settled_at, new.kind, new.amount))
  execute function internal.tg_payments__book_sales();
create or replace trigger _400_journal after insert or update or delete on app.payments
  for each row execute function internal.tg__journal('payment', 'id', 'order_id', '', '');

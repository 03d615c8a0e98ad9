create or replace trigger _100_stamp_times before insert or update on app.order_items
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_book_sales_insert after insert on app.order_items
  for each row when (new.delivered_quantity > 0) execute function internal.tg_order_items__book_sales();
create or replace trigger _500_book_sales_update after update on app.order_items
  for each row when (
    (old.delivered_quantity, old.returned_quantity, old.quantity, old.line_total)
      is distinct from (new.delivered_quantity, new.returned_quantity, new.quantity, new.line_total))
  execute function internal.tg_order_items__book_sales();
-- As they are made, lines are told of by the event of their order; what came of them is proved by the ledger.
create or replace trigger _400_journal after update or delete on app.order_items
  for each row execute function internal.tg__journal('order_item', 'id', 'order_id',
    'delivered_quantity returned_quantity damaged_quantity released_quantity unit_cost', '');

create or replace trigger _900_while_open before insert or update or delete on app.stock_count_lines
  for each row execute function internal.tg_stock_count_lines__while_open();
create or replace trigger _900_append_only before truncate on app.stock_count_lines
  for each statement execute function internal.tg__append_only();
create or replace trigger _400_journal after insert or update or delete on app.stock_count_lines
  for each row execute function internal.tg__journal('stock_count_line', 'count_id variant_id', '', '', '');

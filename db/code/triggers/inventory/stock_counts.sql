create or replace trigger _100_stamp_times before insert or update on app.stock_counts
  for each row execute function internal.tg__stamp_times();
create or replace trigger _900_append_only before delete or truncate on app.stock_counts
  for each statement execute function internal.tg__append_only();
create or replace trigger _400_journal after insert or update or delete on app.stock_counts
  for each row execute function internal.tg__journal('stock_count', 'id', '', '', '');

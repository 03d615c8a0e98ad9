create or replace trigger _400_journal after insert or update or delete on app.return_lines
  for each row execute function internal.tg__journal('return_line', 'return_id order_item_id', '', '', '');

create or replace trigger _100_stamp_created_at before insert on app.goods_receipts
  for each row execute function internal.tg__stamp_created_at();
create or replace trigger _900_append_only before update or delete or truncate on app.goods_receipts
  for each statement execute function internal.tg__append_only();
create or replace trigger _400_journal after insert or update or delete on app.goods_receipts
  for each row execute function internal.tg__journal('goods_receipt', 'id', '', '', '');

create or replace trigger _100_stamp_created_at before insert on app.stock_movements
  for each row execute function internal.tg__stamp_created_at();
create or replace trigger _900_append_only before update or truncate on app.stock_movements
  for each statement execute function internal.tg__append_only();
create or replace trigger _900_archived_only after delete on app.stock_movements
  referencing old table as removed for each statement execute function internal.tg__archived_only();

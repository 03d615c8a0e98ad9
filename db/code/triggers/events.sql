create or replace trigger _100_stamp_created_at before insert on app.events
  for each row execute function internal.tg__stamp_created_at();

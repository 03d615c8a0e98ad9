create or replace trigger _100_stamp_created_at before insert on app.time_jumps
  for each row execute function internal.tg__stamp_created_at();
create or replace trigger _900_append_only before update or delete or truncate on app.time_jumps
  for each statement execute function internal.tg__append_only();

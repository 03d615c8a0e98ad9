create or replace trigger _100_stamp_created_at before insert on app.order_calls
  for each row execute function internal.tg__stamp_created_at();
create or replace trigger _900_append_only before delete or truncate on app.order_calls
  for each statement execute function internal.tg__append_only();
create or replace trigger _900_redact_only before update on app.order_calls
  for each row execute function internal.tg__redact_only();

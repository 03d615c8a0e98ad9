create or replace trigger _100_stamp_created_at before insert on app.order_timeline
  for each row execute function internal.tg__stamp_created_at();
create or replace trigger _100_keep_order before insert on app.order_timeline
  for each row execute function internal.tg__keep_order();
create or replace trigger _900_append_only before truncate on app.order_timeline
  for each statement execute function internal.tg__append_only();
create or replace trigger _900_archived_only after delete on app.order_timeline
  referencing old table as removed for each statement execute function internal.tg__archived_only();
create or replace trigger _900_redact_only before update on app.order_timeline
  for each row execute function internal.tg__redact_only();

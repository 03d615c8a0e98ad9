create or replace trigger _100_keep_order before insert on app.changes
  for each row execute function internal.tg__keep_order();
create or replace trigger _900_append_only before truncate on app.changes
  for each statement execute function internal.tg__append_only();
create or replace trigger _900_archived_only after delete on app.changes
  referencing old table as removed for each statement execute function internal.tg__archived_only();
create or replace trigger _900_redact_only before update on app.changes
  for each row execute function internal.tg__redact_only();

create or replace trigger _050_take_place before insert on app.events
  for each row execute function internal.tg_events__take_place();
create or replace trigger _100_stamp_created_at before insert on app.events
  for each row execute function internal.tg__stamp_created_at();
create or replace trigger _100_keep_order before insert on app.events
  for each row execute function internal.tg__keep_order();
create or replace trigger _500_create_deliveries after insert on app.events
  referencing new table as new_events
  for each statement execute function internal.tg_events__create_deliveries();

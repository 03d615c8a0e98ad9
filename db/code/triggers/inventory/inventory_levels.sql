create or replace trigger _100_stamp_times before insert or update on app.inventory_levels
  for each row execute function internal.tg__stamp_times();
create or replace trigger _200_take_threshold before insert on app.inventory_levels
  for each row execute function internal.tg_inventory_levels__take_threshold();
create or replace trigger _500_fill_missing after insert on app.inventory_levels
  for each row execute function internal.tg_inventory_levels__fill_missing();

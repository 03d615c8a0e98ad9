create or replace trigger _100_stamp_times before insert or update on app.parcels
  for each row execute function internal.tg__stamp_times();
create or replace trigger _200_copy_order_status before insert or update of status on app.parcels
  for each row execute function internal.tg_parcels__copy_order_status();

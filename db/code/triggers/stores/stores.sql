create or replace trigger _100_stamp_times before insert or update on app.stores
  for each row execute function internal.tg__stamp_times();
create or replace trigger _200_keep_kind before update on app.stores
  for each row when (old.is_test is distinct from new.is_test) execute function internal.tg_stores__keep_kind();
create or replace trigger _500_create_numbers after insert on app.stores
  for each row execute function internal.tg_stores__create_numbers();
create or replace trigger _500_rebuild_sales after update on app.stores
  for each row when (old.timezone is distinct from new.timezone) execute function internal.tg_stores__rebuild_sales();
create or replace trigger _400_journal after insert or update or delete on app.stores
  for each row execute function internal.tg__journal('store', 'id', '', '', '');

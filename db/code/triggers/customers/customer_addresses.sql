create or replace trigger _100_stamp_times before insert or update on app.customer_addresses
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_customer after insert or delete on app.customer_addresses
  for each row execute function internal.tg__touch_customer();
create or replace trigger _500_touch_customer_on_update after update on app.customer_addresses
  for each row when (old operator(pg_catalog.*<>) new) execute function internal.tg__touch_customer();
create or replace trigger _400_journal after insert or update or delete on app.customer_addresses
  for each row execute function internal.tg__journal('customer_address', 'id', 'customer_id', '', '');

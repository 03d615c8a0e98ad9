create or replace trigger _100_stamp_times before insert or update on app.payouts
  for each row execute function internal.tg__stamp_times();

create or replace trigger _100_stamp_times before insert or update on app.companies
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_add_staff_roles after insert on app.companies
  for each row execute function internal.tg_companies__add_staff_roles();
create or replace trigger _400_journal after insert or update or delete on app.companies
  for each row execute function internal.tg__journal('company', 'id', '', '', '');

create or replace trigger _100_stamp_times before insert or update on app.locations
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_note_missing_levels after insert on app.locations
  for each row execute function internal.tg_locations__note_missing_levels();
create or replace trigger _400_journal after insert or update or delete on app.locations
  for each row execute function internal.tg__journal('location', 'id', '', '', '');

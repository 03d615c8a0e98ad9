create or replace trigger _100_stamp_times before insert or update on app.attributes
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_note_rename after update on app.attributes
  for each row when (old.name is distinct from new.name) execute function internal.tg__note_rename('attribute');
create or replace trigger _400_journal after insert or update or delete on app.attributes
  for each row execute function internal.tg__journal('attribute', 'id', '', '', '');

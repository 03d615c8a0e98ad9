create or replace trigger _100_stamp_times before insert or update on app.brands
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_note_rename after update on app.brands
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug))
  execute function internal.tg__note_rename('brand');
create or replace trigger _400_journal after insert or update or delete on app.brands
  for each row execute function internal.tg__journal('brand', 'id', '', '', '');

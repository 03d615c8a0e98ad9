create or replace trigger _100_stamp_times before insert or update on app.attribute_values
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_attribute_on_insert after insert on app.attribute_values
  referencing new table as new_rows for each statement execute function internal.tg__touch_attribute();
create or replace trigger _500_touch_attribute_on_update after update on app.attribute_values
  referencing old table as old_rows new table as new_rows for each statement
  execute function internal.tg__touch_attribute();
create or replace trigger _500_note_rename after update on app.attribute_values
  for each row when (old.value is distinct from new.value) execute function internal.tg__note_rename('value');
create or replace trigger _400_journal after insert or update or delete on app.attribute_values
  for each row execute function internal.tg__journal('attribute_value', 'id', 'attribute_id', '', '');

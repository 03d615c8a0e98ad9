create or replace trigger _100_stamp_times before insert or update on app.categories
  for each row execute function internal.tg__stamp_times();
create or replace trigger _150_check_parent before update of parent_id on app.categories
  for each row when (new.parent_id is not null) execute function internal.tg_categories__check_parent();
create or replace trigger _500_note_rename after update on app.categories
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug))
  execute function internal.tg__note_rename('category');
create or replace trigger _400_journal after insert or update or delete on app.categories
  for each row execute function internal.tg__journal('category', 'id', '', '', '');

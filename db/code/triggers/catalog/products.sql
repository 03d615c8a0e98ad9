create or replace trigger _100_stamp_times before insert or update on app.products
  for each row execute function internal.tg__stamp_times();
create or replace trigger _200_search_text before insert or update of name on app.products
  for each row execute function internal.tg_products__search_text();
create or replace trigger _150_check_description before insert or update of description on app.products
  for each row execute function internal.tg_products__check_description();
-- After the others, so that it sees what they changed.
create or replace trigger _900_count_change before update on app.products
  for each row when (old operator(pg_catalog.*<>) new) execute function internal.tg_products__count_change();
create or replace trigger _500_copy_status after update on app.products
  for each row when (old.status <> new.status) execute function internal.tg_products__copy_status();
create or replace trigger _500_archive_missing_levels after update on app.products
  for each row when ((old.status = 'archived') <> (new.status = 'archived'))
  execute function internal.tg_products__archive_missing_levels();
create or replace trigger _500_book_count_insert after insert on app.products
  for each row when (new.status <> 'archived') execute function internal.tg_products__book_count();
create or replace trigger _500_book_count_update after update on app.products
  for each row when ((old.status = 'archived') <> (new.status = 'archived'))
  execute function internal.tg_products__book_count();
create or replace trigger _400_journal after insert or update or delete on app.products
  for each row execute function internal.tg__journal('product', 'id', '', 'search_text child_changes has_image', '');
create or replace trigger _700_fill_documents_on_insert after insert on app.products
  referencing new table as new_rows for each statement execute function internal.tg_products__fill_documents();
create or replace trigger _700_fill_documents_on_update after update on app.products
  referencing new table as new_rows for each statement execute function internal.tg_products__fill_documents();

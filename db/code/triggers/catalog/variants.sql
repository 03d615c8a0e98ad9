create or replace trigger _100_stamp_times before insert or update on app.variants
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_product_on_insert after insert on app.variants
  referencing new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_update after update on app.variants
  referencing old table as old_rows new table as new_rows for each statement
  execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_delete after delete on app.variants
  referencing old table as old_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_copy_threshold after update on app.variants
  for each row when (old.low_stock_threshold is distinct from new.low_stock_threshold)
  execute function internal.tg_variants__copy_threshold();
-- After the products were locked.
create or replace trigger _600_note_missing_levels after insert on app.variants
  referencing new table as new_rows for each statement execute function internal.tg_variants__note_missing_levels();
create or replace trigger _400_journal after insert or update or delete on app.variants
  for each row execute function internal.tg__journal('variant', 'id', 'product_id', 'option_key', '');

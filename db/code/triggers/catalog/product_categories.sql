create or replace trigger _200_copy_product before insert on app.product_categories
  for each row execute function internal.tg_product_categories__copy_product();
create or replace trigger _500_touch_product_on_insert after insert on app.product_categories
  referencing new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_update after update on app.product_categories
  referencing old table as old_rows new table as new_rows for each statement
  execute function internal.tg_product_categories__touch_product();
create or replace trigger _500_touch_product_on_delete after delete on app.product_categories
  referencing old table as old_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _400_journal after insert or update or delete on app.product_categories
  for each row execute function internal.tg__journal('product_category', 'product_id category_id', '',
    'product_status product_created_at', '');

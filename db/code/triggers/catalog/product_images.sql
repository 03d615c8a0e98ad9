create or replace trigger _100_stamp_times before insert or update on app.product_images
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_product_on_insert after insert on app.product_images
  referencing new table as new_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_update after update on app.product_images
  referencing old table as old_rows new table as new_rows for each statement
  execute function internal.tg__touch_product();
create or replace trigger _500_touch_product_on_delete after delete on app.product_images
  referencing old table as old_rows for each statement execute function internal.tg__touch_product();
create or replace trigger _400_journal after insert or update or delete on app.product_images
  for each row execute function internal.tg__journal('product_image', 'id', 'product_id', '', '');

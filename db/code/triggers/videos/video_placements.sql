create or replace trigger _100_stamp_times before insert or update on app.video_placements
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_touch_on_insert after insert on app.video_placements
  referencing new table as new_rows for each statement execute function internal.tg_video_placements__touch();
create or replace trigger _500_touch_on_update after update on app.video_placements
  referencing old table as old_rows new table as new_rows for each statement
  execute function internal.tg_video_placements__touch();
create or replace trigger _500_touch_on_delete after delete on app.video_placements
  referencing old table as old_rows for each statement execute function internal.tg_video_placements__touch();
create or replace trigger _400_journal after insert or update or delete on app.video_placements
  for each row execute function internal.tg__journal('video_placement', 'product_id video_id', '', '', '');

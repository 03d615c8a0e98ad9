create or replace trigger _100_stamp_times before insert on app.parcels
  for each row execute function internal.tg__stamp_times();
create or replace trigger _100_stamp_times_update before update on app.parcels
  for each row when (internal.is_parcel_change(old, new)) execute function internal.tg__stamp_times();
create or replace trigger _500_note_change_insert after insert on app.parcels
  for each row execute function internal.tg_parcels__note_change();
create or replace trigger _500_note_change_update after update on app.parcels
  for each row when (internal.is_parcel_change(old, new)) execute function internal.tg_parcels__note_change();
create or replace trigger _400_journal after insert or update or delete on app.parcels
  for each row execute function internal.tg__journal('parcel', 'id', 'order_id', 'work', '');

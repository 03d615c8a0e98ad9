create or replace trigger _100_stamp_times before insert or update on app.attachments
  for each row execute function internal.tg__stamp_times();
create or replace trigger _400_journal after insert or update or delete on app.attachments
  for each row execute function internal.tg__journal('attachment', 'id', 'parent_id', '', '');

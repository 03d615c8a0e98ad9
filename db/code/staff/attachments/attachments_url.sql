-- An address that gives the file for ten minutes at least, to everybody who has it. A picture is WebP, at most 2560
-- pixels wide and high; a PDF is to be saved, and is not shown by browsers. Null while the storage cannot be reached.
-- Raises: nothing.
--
-- The key of the file: the storage signs it after that (server/staff/schema/attachments.ts).
create or replace function staff.attachments_url(attachment app.attachments) returns text
language sql stable
set search_path = ''
begin atomic
  select attachment.media_key;
end;
grant execute on function staff.attachments_url(app.attachments) to haat_staff;

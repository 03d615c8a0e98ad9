-- Tells whether the caller may read what the activity shows of timelines and notes, which all staff see where they
-- stand: staff with the permission, and people in psql.
create or replace function internal.may_read(permission text) returns boolean
language sql stable
return current_user <> 'haat_staff' or internal.is_permitted(may_read.permission);
grant execute on function internal.may_read(text) to haat_staff, haat_dba;

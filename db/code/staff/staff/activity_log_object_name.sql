-- What people call the object of an entry: a name, SKU, number or code as it is now; null where it has none, or is
-- gone.
create or replace function staff.activity_log_object_name(entry app.activity_log) returns text
language sql stable
return internal.record_name((entry).object_type, (entry).object_id, null);
grant execute on function staff.activity_log_object_name(app.activity_log) to haat_staff;

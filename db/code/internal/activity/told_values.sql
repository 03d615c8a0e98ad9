-- Gives values of a change as the activity tells them: of a company or member of staff with the names of what they
-- name by id. Inlined.
create or replace function internal.told_values(record_type text, "values" jsonb) returns jsonb
language sql stable
return case when record_type in ('company', 'staff') then internal.named_values("values") else "values" end;
grant execute on function internal.told_values(text, jsonb) to haat_staff, haat_dba;

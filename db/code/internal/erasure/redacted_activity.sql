-- Gives a line of the activity log as an erasure leaves it: without personal data in before and after.
create or replace function internal.redacted_activity(entry app.activity_log) returns app.activity_log
language plpgsql stable
set search_path = ''
as $$
begin
  entry.before := internal.redact(entry.before::json)::jsonb;
  entry.after := internal.redact(entry.after::json)::jsonb;
  return entry;
end
$$;
grant execute on function internal.redacted_activity(app.activity_log) to haat_dba;

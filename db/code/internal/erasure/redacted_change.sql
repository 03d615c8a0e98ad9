-- Gives a row of the journal as an erasure leaves it: without personal data in before and after. The hash of the
-- record stays, as the digests of other erased rows do: no text can be read from it.
create or replace function internal.redacted_change(change app.changes) returns app.changes
language plpgsql stable
set search_path = ''
as $$
begin
  change.before := internal.redact(change.before::json)::jsonb;
  change.after := internal.redact(change.after::json)::jsonb;
  return change;
end
$$;
grant execute on function internal.redacted_change(app.changes) to haat_dba;

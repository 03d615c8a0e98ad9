-- Gives an entry of a timeline as an erasure leaves it: without its note, and without personal data in its detail.
create or replace function internal.redacted_timeline(entry app.order_timeline) returns app.order_timeline
language plpgsql stable
set search_path = ''
as $$
begin
  entry.note := null;
  entry.detail := internal.redact(entry.detail::json)::jsonb;
  return entry;
end
$$;
grant execute on function internal.redacted_timeline(app.order_timeline) to haat_dba;

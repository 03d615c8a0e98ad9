-- Row trigger: created_at and updated_at from internal.now(); updated_at moves only when the row really changes.
--
-- Stamps by the clock at the write, never by the transaction's start: "ask again from your last time minus 60 s" then
-- never misses a change, since a transaction lives at most 30 s. decisions: 10
-- An update that leaves the row as it is moves nothing: who writes back what they read must come to rest. decisions: 11
create or replace function internal.tg__stamp_times() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, internal.now());
    new.updated_at := coalesce(new.updated_at, new.created_at);
  -- Compared byte by byte, since columns of type json know no equality.
  elsif new operator(pg_catalog.*<>) old then
    new.updated_at := greatest(internal.now(), old.updated_at);
  end if;
  return new;
end
$$;

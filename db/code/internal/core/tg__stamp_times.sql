-- Row trigger: sets created_at and updated_at. updated_at moves only when the row really changes, and then always.
--
-- It is the version of a record, so two changes within one millisecond, which is what clients see, are two versions.
--
-- updated_at does not run back after the clock was set back (internal.clock_floor), not even from row to row: a client
-- that asks for what changed since the latest change that it has seen misses nothing.
--
-- By the clock at the write, not at the start of the transaction: "ask again from your last time minus 60 s" then
-- never misses a change, since a transaction lasts at most 30 s. A client that writes back what it read must come to
-- rest: an update that changes nothing moves nothing.
-- see: guides/pagination-and-sync#keep-a-copy-up-to-date
create or replace function internal.tg__stamp_times() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := coalesce(new.created_at, internal.now());
    new.updated_at := coalesce(new.updated_at, greatest(new.created_at, internal.clock_floor()));
  -- Compared byte by byte, since columns of type json know no equality.
  elsif new operator(pg_catalog.*<>) old then
    new.updated_at := greatest(internal.now(), internal.clock_floor(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end
$$;

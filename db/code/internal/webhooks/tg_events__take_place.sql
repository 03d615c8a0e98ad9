-- Row trigger: a transaction that writes events of a store says so before it takes their sequences, so that readers
-- can tell which sequences may still come (internal.event_horizons).
--
-- Sequences are taken before the commit, and a later one may be committed first. The advisory lock says "of this store
-- I may write events above this sequence"; it goes with the transaction, after its rows have become visible. It is
-- shared, so no transaction waits. The sequence that the row came with was taken before the lock, so a new one is
-- taken.
create or replace function internal.tg_events__take_place() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if current_setting('haat.event_store', true) is distinct from new.store_id::text then
    perform pg_advisory_xact_lock_shared(internal.event_lock(new.store_id),
      ((internal.event_position() & 4294967295) - 2147483648)::integer);
    -- A savepoint that is undone takes both back.
    perform set_config('haat.event_store', new.store_id::text, true);
    new.sequence := nextval('app.events_sequence_seq');
  end if;
  return new;
end
$$;

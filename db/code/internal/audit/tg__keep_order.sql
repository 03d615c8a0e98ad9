-- Row trigger of the history: after the clock was set back, gives a new row an id and a time above those of before.
--
-- Readers and seals take the history in the order of its ids, which rise with the clock (internal.seal_history). A row
-- whose id came in below a seal could not be told from one that was forged.
create or replace function internal.tg__keep_order() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_floor constant timestamptz := internal.clock_floor(rises => true);
begin
  if v_floor is not null then
    new.created_at := greatest(new.created_at, v_floor);
    -- The first 48 bits of a UUIDv7 are its milliseconds.
    new.id := (lpad(to_hex((extract(epoch from v_floor) * 1000)::bigint), 12, '0')
      || substr(replace(uuidv7()::text, '-', ''), 13))::uuid;
  end if;
  return new;
end
$$;

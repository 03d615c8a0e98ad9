--! owner: haat_gatekeeper
-- Gives the time that updated_at and the history may not fall below, null except after the clock was set back.
-- Takes: whether each call shall give a later time than the one before.
--
-- The sequence holds the latest time that the wall clock has shown here, in milliseconds since 1970, and follows the
-- clock in steps of a second: a sequence, because no transaction waits for another's, and none takes it back. A clock
-- that is more than a day behind was far ahead by mistake: then the sequence follows it back, and updated_at as well.
create or replace function internal.clock_floor(rises boolean default false) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_second constant bigint := 1000;
  v_clock constant bigint := extract(epoch from clock_timestamp()) * 1000;
  v_latest bigint := coalesce(pg_sequence_last_value('internal.latest_clock'), 1);
begin
  if v_clock > v_latest + v_second or v_clock < v_latest - 86400 * v_second then
    perform setval('internal.latest_clock', v_clock);
    return null;
  end if;
  -- A step of less than a second is less than what readers allow for.
  if v_clock > v_latest - v_second then
    return null;
  end if;
  if rises then
    v_latest := nextval('internal.latest_clock');
  end if;
  -- The clock has shown up to a second more than was noted.
  return to_timestamp((v_latest + v_second) / 1000.0);
end
$$;
grant execute on function internal.clock_floor(boolean)
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_owner;

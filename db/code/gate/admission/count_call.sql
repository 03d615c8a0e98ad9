--! owner: haat_gatekeeper
-- Adds a call to the rate window of a key.
-- Takes: the key, the bucket (read, write), the minute (since 1970), the cost (calls) and the limit (calls a minute).
-- Gives: how many calls the minute has with this one. Above the limit the call does not fit.
-- Raises: nothing.
-- see: guides/limits#requests, guides/images#rules
--
-- One upsert on one row: exact over all processes. A call that counts as several (a report, images) and does not fit
-- takes nothing of the window. A cost of 0 reads the window without counting (retries).
--
-- A statement that waited until the next minute must not turn the window back. A transaction lasts 30 seconds at most,
-- so a window further ahead means that the clock was set back. Then the window moves to the minute of the clock and
-- keeps its count: the quota is not given twice, and the key does not wait until the clock is there again.
create or replace function gate.count_call(key_id uuid, bucket text, minute bigint, cost integer, rate_limit integer)
  returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  v_used integer;
begin
  insert into gate.rate_windows as w (key_id, bucket, minute, used)
  values (count_call.key_id, count_call.bucket, count_call.minute, cost)
  on conflict on constraint rate_windows_pkey do update
    set used = case when excluded.minute > w.minute then excluded.used else w.used + excluded.used end,
        minute = case when excluded.minute < w.minute - 1 then excluded.minute
          else greatest(w.minute, excluded.minute) end
  returning used into v_used;
  if cost > 1 and v_used > rate_limit then
    update gate.rate_windows w set used = w.used - cost
      where w.key_id = count_call.key_id and w.bucket = count_call.bucket;
  end if;
  return v_used;
end
$$;

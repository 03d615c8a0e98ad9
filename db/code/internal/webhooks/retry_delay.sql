-- Takes: how often a delivery has failed and the seconds of Retry-After (or null).
-- Gives: the time to wait, null when it has failed for good.
-- see: guides/webhooks#when-deliveries-fail
--
-- The schedule that the Standard Webhooks specification gives as its example: ten attempts in three days.
create or replace function internal.retry_delay(failures integer, retry_after integer) returns interval
language plpgsql volatile
set search_path = ''
as $$
declare
  v_steps constant interval[] := '{5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h}';
  v_step constant interval := v_steps[failures];
begin
  if v_step is null then
    return null;
  end if;
  -- Chance spreads what failed together; a receiver may ask for more time, up to twice the step.
  return least(greatest(v_step * (0.8 + 0.4 * random()), make_interval(secs => retry_after)), 2 * v_step);
end
$$;
grant execute on function internal.retry_delay(integer, integer) to haat_gatekeeper;

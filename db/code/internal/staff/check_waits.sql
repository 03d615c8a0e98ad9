-- Refuses an attempt to sign in while one of its keys has to wait.
-- Takes: the keys, the narrowest first.
-- Raises: HT005 (with the seconds to wait).
--
-- The lock makes guesses at one account from one place wait for each other, so that twenty at once are not twenty
-- looked at. Nothing else is locked while a password is hashed: guesses do not delay other sign-ins. A wait that is
-- longer than any we give (15 minutes) is from a clock that was set back, and is not believed. A minute is left to
-- waits that a concurrent guess writes after the clock is read here.
create or replace function internal.check_waits(keys text[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now timestamptz;
  v_seconds integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(keys[1], 0));
  v_now := internal.now();
  select ceil(extract(epoch from max(w.wait_until) - v_now)) into v_seconds
    from internal.sign_in_waits w
    where w.key = any (check_waits.keys) and w.wait_until > v_now and w.wait_until <= v_now + interval '16 minutes';
  if v_seconds > 0 then
    perform internal.fail('HT005', 'wait',
      jsonb_build_object('time', case
        when v_seconds = 1 then '1 second'
        when v_seconds < 120 then v_seconds || ' seconds'
        else ceil(v_seconds / 60.0)::integer || ' minutes' end),
      retry_after => v_seconds);
  end if;
end
$$;
grant execute on function internal.check_waits(text[]) to haat_gatekeeper;

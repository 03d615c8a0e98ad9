-- Counts a wrong password or code under each key, and lets the keys wait where there were too many.
-- Takes: the keys, and the email in lower case.
-- Gives: true when a wait begins for the first time: the owner is to know of it.
--
-- A place may be wrong 4 times, and forgets one attempt an hour; an account or an address, which many share, 19 times,
-- one every ten minutes. From then on each wrong attempt doubles the wait: 15 s, 30 s, … 15 minutes. So one address
-- that guesses at one account is at 4 guesses an hour, and alone never makes the account wait for other strangers.
create or replace function internal.count_failure(keys text[], email text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_key text;
  v_is_shared boolean;
  v_allowed integer;
  v_failures integer;
  v_begins boolean := false;
begin
  -- In one order, so that two who count never wait for each other.
  for v_key in select k from unnest(keys) k order by k loop
    v_is_shared := v_key ~ '^(account|address):';
    v_allowed := case when v_is_shared then 20 else 5 end;
    insert into internal.sign_in_waits as w (key, account, failures, failed_at)
    values (v_key, sha256(convert_to(count_failure.email, 'UTF8')), 1, v_now)
    on conflict (key) do update set
      account = excluded.account,
      failures = 1 + greatest(0, w.failures - greatest(0, extract(epoch from v_now - w.failed_at))
        / case when v_is_shared then 600 else 3600 end),
      failed_at = v_now
    -- Rounded: a few seconds forget a little.
    returning round(failures) into v_failures;
    if v_failures >= v_allowed then
      update internal.sign_in_waits w
        set wait_until = v_now + make_interval(secs => least(900, 15 * 2 ^ least(10, v_failures - v_allowed)))
        where w.key = v_key;
      v_begins := v_begins or (v_failures = v_allowed and v_key !~ '^address:');
    end if;
  end loop;
  return v_begins;
end
$$;
grant execute on function internal.count_failure(text[], text) to haat_gatekeeper;

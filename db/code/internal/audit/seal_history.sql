--! owner: haat_gatekeeper
-- Timer: seals the rows of the order timelines, the activity log, the events and the journal that are not sealed yet.
-- Takes: how many rows of a log at most, and how long before now a row must have been made.
-- Gives: each new seal. Safe to run twice.
--
-- A row shows itself when its transaction commits, and its id is older than that. So a run only notes the time and
-- which transactions are open; a later one, once all of those have ended, seals what was made before that time. No row
-- can still come in below. No writer waits for it: it reads, and writes its own tables only. The margin is for the
-- moment between a row's id and its transaction's number.
create or replace function internal.seal_history(max_rows integer default 200000, margin interval default '5 seconds')
  returns table (number bigint, log text, row_count integer, hash text)
language plpgsql volatile security definer rows 10
set search_path = ''
as $$
declare
  v_now constant timestamptz := greatest(clock_timestamp(), internal.clock_floor());
  v_open_xids text[];
  v_horizon internal.history_horizon;
  v_upto_id uuid;
  v_seal internal.history_seals;
  v_is_whole boolean := true;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal history', 0)) then
    return;
  end if;
  v_open_xids := internal.open_transactions();
  select * into v_horizon from internal.history_horizon;
  if v_horizon.open_xids && v_open_xids then
    return;
  end if;
  if v_horizon.upto is not null then
    v_upto_id := internal.id_floor(v_horizon.upto);
    foreach seal_history.log in array array['order_timeline', 'activity_log', 'events', 'changes'] loop
      v_seal := internal.next_history_seal(seal_history.log, v_upto_id, max_rows);
      continue when v_seal.number is null;
      insert into internal.history_seals values (v_seal.*);
      perform internal.keep_seal_head('history', v_seal.number, v_seal.hash);
      v_is_whole := v_is_whole and v_seal.upto_id = v_upto_id;
      seal_history.number := v_seal.number;
      seal_history.row_count := v_seal.row_count;
      seal_history.hash := encode(v_seal.hash, 'hex');
      return next;
    end loop;
  end if;
  insert into internal.history_horizon as h (upto, open_xids, sealed_upto)
  values (v_now - margin, v_open_xids, case when v_is_whole then v_horizon.upto end)
  on conflict (is_only) do update
    set upto = excluded.upto, open_xids = excluded.open_xids, sealed_upto = excluded.sealed_upto;
end
$$;
grant execute on function internal.seal_history(integer, interval) to haat_worker, haat_owner;

-- Seals the history that a company brought from another database: each log up to its last row, and the stock ledger.
-- Takes: the company, whose rows are all there; or an id up to which they are, for a part of them.
--
-- Its rows are older than seals of this database, which know nothing of them; from its last row on it is sealed with
-- all others. Its rows are read by their ids, a seal at a time, so memory stays small.
create or replace function internal.seal_arrival(company_id uuid, upto_id uuid default null) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_log text;
  v_last_id uuid;
  v_seal internal.history_seals;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal history', 0));
  foreach v_log in array array['order_timeline', 'activity_log', 'events', 'changes', 'stock_movements'] loop
    execute format('select t.id from app.%I t
      where t.company_id = $1 and ($2 is null or t.id <= $2) order by t.id desc limit 1', v_log)
      into v_last_id using seal_arrival.company_id, seal_arrival.upto_id;
    continue when v_last_id is null;
    loop
      v_seal := internal.next_history_seal(v_log, v_last_id, 200000, seal_arrival.company_id);
      exit when v_seal.number is null;
      insert into internal.history_seals values (v_seal.*);
      perform internal.keep_seal_head('history', v_seal.number, v_seal.hash);
    end loop;
  end loop;
  if upto_id is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(internal.seal_lock(seal_arrival.company_id));
  loop
    exit when (internal.seal_company_ledger(seal_arrival.company_id, 200000, internal.now())).number is null;
  end loop;
end
$$;

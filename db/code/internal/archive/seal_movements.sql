--! owner: haat_gatekeeper
-- Seals movements of old months in the order of their ids, up to the end of a month, as the other histories are: by
-- that seal they may leave (internal.archive_seal).
-- Takes: how many months stay beside the one of now, and how many rows a seal covers at most.
-- Gives: whether there were any; then there may be more.
create or replace function internal.seal_movements(months integer, max_rows integer default 200000) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_floor constant uuid := internal.id_floor((date_trunc('month', internal.now() at time zone 'UTC')
    - make_interval(months => seal_movements.months)) at time zone 'UTC');
  v_after_id uuid;
  v_first_id uuid;
  v_seal internal.history_seals;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal history', 0));
  v_after_id := coalesce((select s.upto_id from internal.history_seals s
    where s.log = 'stock_movements' and s.company_id is null order by s.upto_id desc limit 1),
    '00000000-0000-0000-0000-000000000000');
  v_first_id := (
    select m.id from app.stock_movements m
    where m.id > v_after_id
      and case when m.company_id = any (array(select internal.arrived_companies('stock_movements')))
        then not internal.has_arrived(m.company_id, 'stock_movements', m.id) else true end
    order by m.id limit 1);
  if v_first_id is null or v_first_id >= v_floor then
    return false;
  end if;
  v_seal := internal.next_history_seal('stock_movements', least(v_floor,
    internal.id_floor((date_trunc('month', uuid_extract_timestamp(v_first_id) at time zone 'UTC')
      + interval '1 month') at time zone 'UTC')), max_rows);
  insert into internal.history_seals values (v_seal.*);
  perform internal.keep_seal_head('history', v_seal.number, v_seal.hash);
  return true;
end
$$;
grant execute on function internal.seal_movements(integer, integer) to haat_owner;

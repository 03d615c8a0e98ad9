--! owner: haat_gatekeeper
-- Records that a company leaves this database with all its rows, or came back, at the end of the chain of records.
-- Takes: the company; left or came back; the seals that cover rows of it, and of each a bit for each of its rows, 1
-- for one that leaves; how many rows those are; and how many of its movements had been archived here.
create or replace function internal.record_departure(company_id uuid, kind text, seals bigint[] default '{}',
  positions bit varying[] default '{}', row_count bigint default 0, archived_movements bigint default 0) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_departure internal.departures;
begin
  perform pg_advisory_xact_lock(hashtextextended('departures', 0));
  select coalesce(max(d.number), 0) + 1 into v_departure.number from internal.departures d;
  v_departure.previous_hash := coalesce(
    (select d.hash from internal.departures d where d.number = v_departure.number - 1), sha256(''));
  v_departure.company_id := record_departure.company_id;
  v_departure.kind := record_departure.kind;
  v_departure.seals := record_departure.seals;
  v_departure.positions := record_departure.positions;
  v_departure.row_count := record_departure.row_count;
  v_departure.archived_movements := record_departure.archived_movements;
  v_departure.recorded_at := internal.now();
  v_departure.hash := internal.departure_hash(v_departure);
  insert into internal.departures values (v_departure.*);
  perform internal.keep_seal_head('departures', v_departure.number, v_departure.hash);
end
$$;

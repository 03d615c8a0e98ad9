-- Gives the companies of which rows of a log came from another database (internal.seal_arrival).
create or replace function internal.arrived_companies(log text) returns setof uuid
language sql stable rows 3
begin atomic
  select distinct s.company_id from internal.history_seals s
  where s.company_id is not null and s.log = arrived_companies.log;
end;
grant execute on function internal.arrived_companies(text) to haat_gatekeeper, haat_dba;

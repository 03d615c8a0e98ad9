-- Tells whether a row of a log came with its company from another database (internal.seal_arrival).
create or replace function internal.has_arrived(company_id uuid, log text, id uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select from internal.history_seals s
    where s.company_id = has_arrived.company_id and s.log = has_arrived.log and s.upto_id >= has_arrived.id);
end;
grant execute on function internal.has_arrived(uuid, text, uuid) to haat_gatekeeper, haat_dba;

-- Tells whether a company has gone to another database, so that what is here of it is an old copy.
-- Takes: the company.
create or replace function internal.has_moved(company_id uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select from internal.company_moves m where m.company_id = has_moved.company_id and m.state = 'moved');
end;
grant execute on function internal.has_moved(uuid) to haat_gatekeeper, haat_dba;

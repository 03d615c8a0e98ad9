-- Gives the id up to which every row of the histories had been seen by the audit before: rows with a greater one tell
-- what was touched since. Null before the first audit.
--
-- Once sealed, no row can come in below (internal.seal_history); so it stays true however long a transaction is open.
create or replace function internal.verified_upto() returns uuid
language sql stable
set search_path = ''
begin atomic
  select r.verified_upto from internal.audit_runs r where r.verified_upto is not null order by r.id desc limit 1;
end;
grant execute on function internal.verified_upto() to haat_gatekeeper, haat_dba;

-- Gives what an operator lets this database do (npm run haat -- cells): open; drained: it takes in no company;
-- read-only: calls that write are refused too.
create or replace function internal.cell_state() returns text
language sql stable
return coalesce((select d.cell_state from internal.deployment d), 'open');
grant execute on function internal.cell_state() to haat_gatekeeper, haat_dba;

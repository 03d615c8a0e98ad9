-- Tells whether an error goes away by itself (a deadlock, a lock that was not given, a server that stops), as
-- server/gate/infrastructure-errors.ts has it, or the company moves to another database. Not when there is none.
create or replace function internal.is_temporary(sqlstate text) returns boolean
language sql immutable
return coalesce(sqlstate ~ '^(08|40|53|57|58|25006|25P0[34]|55P03|HT018)', false);
grant execute on function internal.is_temporary(text) to haat_api;

-- Takes: the failures of an endpoint since its last success and when they began.
-- Says whether it is to be switched off.
-- decisions: 7
create or replace function internal.is_failing_for_good(failures integer, failing_since timestamptz) returns boolean
language sql volatile
return failures >= 10 and failing_since <= internal.now() - interval '5 days';
grant execute on function internal.is_failing_for_good(integer, timestamptz) to haat_gatekeeper;

-- Says whether an endpoint has failed for so long that it is disabled.
-- Takes: its failures since the last success and when they began.
-- see: guides/webhooks#when-deliveries-fail
create or replace function internal.is_failing_for_good(failures integer, failing_since timestamptz) returns boolean
language sql volatile
return failures >= 10 and failing_since <= internal.now() - interval '5 days';
grant execute on function internal.is_failing_for_good(integer, timestamptz) to haat_gatekeeper;

-- Stores the hosts that OUTBOUND_ALLOW names, so that an endpoint which the workers would refuse is refused when
-- saved.
-- Takes: [{host or range, port}].
create or replace function internal.remember_outbound_rules(rules jsonb) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  update internal.deployment d set outbound_allow = rules where d.outbound_allow <> rules;
end;
grant execute on function internal.remember_outbound_rules(jsonb) to haat_worker;

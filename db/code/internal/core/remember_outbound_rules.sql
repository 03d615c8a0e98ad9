-- Takes: what OUTBOUND_ALLOW names ([{host or range, port}]), as the workers go by it, so that an endpoint they would
-- refuse is refused when it is written down.
create or replace function internal.remember_outbound_rules(rules jsonb) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  update internal.deployment d set outbound_allow = rules where d.outbound_allow <> rules;
end;
grant execute on function internal.remember_outbound_rules(jsonb) to haat_worker;

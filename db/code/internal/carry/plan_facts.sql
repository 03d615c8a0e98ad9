-- Gives what a plan says, without its id and times: two installations have the same plan when these are equal.
create or replace function internal.plan_facts(plan app.plans) returns jsonb
language sql stable
return pg_catalog.to_jsonb(plan) - '{id,created_at,updated_at}'::text[];
grant execute on function internal.plan_facts(app.plans) to haat_gatekeeper;

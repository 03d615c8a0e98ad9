-- A problem that is told by its key: see internal.fail.
-- Gives: {key, params}, every value as text, so that no client drops a zero of 1200.00.
create or replace function internal.problem(key text, params jsonb default '{}') returns jsonb
language plpgsql immutable
as $$
begin
  if params::text ~ ': [^"]' then
    return jsonb_build_object('key', problem.key, 'params', (
      select jsonb_object_agg(p.key, p.value) from jsonb_each_text(problem.params) p));
  end if;
  return jsonb_build_object('key', problem.key, 'params', coalesce(problem.params, '{}'));
end
$$;
grant execute on function internal.problem(text, jsonb) to haat_api, haat_gatekeeper, haat_staff;

-- Gives a description of the calling key, without any secret (GET /me).
-- Raises: nothing.
create or replace function api.get_me(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select json_build_object(
      'key', json_build_object(
        'id', k.id,
        'name', k.name,
        'type', k.type,
        'prefix', k.sample,
        'last4', k.last4,
        'scopes', to_json(k.scopes),
        'expires_at', internal.timestamp_text(k.expires_at),
        'created_at', internal.timestamp_text(k.created_at)),
      'company', json_build_object('id', c.id, 'name', c.name),
      'stores', coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.created_at, s.id)
        from app.stores s), '[]'::json),
      'test', coalesce((select s.is_test from app.stores s where s.id = k.store_id), false),
      'rate_limits', json_build_object(
        'reads_per_minute', p.reads_per_minute,
        'writes_per_minute', p.writes_per_minute),
      'jobs', json_build_object(
        'lines_per_day', p.job_lines_per_day,
        'lines_used_today', internal.job_lines_used()))
    from app.api_keys k
    join app.companies c on c.id = k.company_id
    join app.plans p on p.id = c.plan_id
    where k.id = internal.context_setting('haat.key_id')::uuid
  );
end
$$;
grant execute on function api.get_me(jsonb) to haat_api;

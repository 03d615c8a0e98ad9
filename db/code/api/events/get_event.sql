-- Gives one event, as its webhook carries it (GET /events/{id}).
-- Raises: HT004 (a scope is missing); HT100 (store_id, id).
create or replace function api.get_event(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_types constant text[] := internal.readable_event_types();
  v_event app.events;
begin
  select * into v_event from app.events v
    where v.id = (input ->> 'id')::uuid and (v_store_id is null or v.store_id = v_store_id)
      and v.type = any (v_types) and v.created_at >= internal.now() - interval '30 days'
      and internal.is_event_readable(v, internal.context_setting('haat.scopes')::text[], internal.current_key_ids());
  if v_event.id is null then
    perform internal.fail('HT100', 'gone.event');
  end if;
  return internal.event_envelope(v_event, internal.api_version())::json;
end
$$;
grant execute on function api.get_event(jsonb) to haat_api;

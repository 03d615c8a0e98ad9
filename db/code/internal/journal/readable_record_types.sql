-- Gives the types of records whose changes the calling key is shown: those that its scopes read.
create or replace function internal.readable_record_types() returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_held constant text[] := coalesce(internal.context_setting('haat.scopes')::text[], '{}');
begin
  return array(
    select s.record_type from internal.record_scopes s where gate.has_scope(v_held, s.scope) order by s.record_type);
end
$$;
grant execute on function internal.readable_record_types() to haat_api, haat_gatekeeper;

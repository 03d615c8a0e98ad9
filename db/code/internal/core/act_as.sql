--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of one company, with all its stores in reach, without a key or a session.
-- Takes: the company, and who acts: a name, a type (api_key, staff, system), an id and staff permissions.
-- spec: Tenant fence
--
-- For timers, the command line, the demo and tests. Only the owner may call it: whoever can call it can become
-- anybody.
create or replace function internal.act_as(company_id uuid, actor_name text default 'System',
  actor_type text default 'system', actor_id uuid default null, permissions text[] default '{}') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_ids constant uuid[] := array(select s.id from app.stores s where s.company_id = act_as.company_id);
begin
  perform set_config('haat.company_id', act_as.company_id::text, true),
          set_config('haat.store_ids', v_store_ids::text, true),
          set_config('haat.key_store_id', '', true),
          set_config('haat.actor_type', act_as.actor_type, true),
          set_config('haat.actor_id', coalesce(act_as.actor_id::text, ''), true),
          set_config('haat.actor_name', act_as.actor_name, true),
          set_config('haat.permissions', act_as.permissions::text, true);
end
$$;
grant execute on function internal.act_as(uuid, text, text, uuid, text[]) to haat_owner;

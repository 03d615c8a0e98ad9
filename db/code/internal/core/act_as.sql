--! owner: haat_gatekeeper
-- Takes: a company, who acts (api_key, staff, system) and with which staff permissions.
-- Sets the fence for this transaction, all the company's stores in reach.
--
-- Puts the transaction inside one company's fence without a key or a session: timers, the command line, the demo, tests.
-- The owner's alone; whoever may call it could become anybody.
create or replace function internal.act_as(company_id uuid, actor_name text default 'System', actor_type text default 'system', actor_id uuid default null, permissions text[] default '{}') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform set_config('haat.company_id', act_as.company_id::text, true),
          set_config('haat.store_ids', array(select s.id from app.stores s where s.company_id = act_as.company_id)::text, true),
          set_config('haat.key_store_id', '', true),
          set_config('haat.actor_type', act_as.actor_type, true),
          set_config('haat.actor_id', coalesce(act_as.actor_id::text, ''), true),
          set_config('haat.actor_name', act_as.actor_name, true),
          set_config('haat.permissions', act_as.permissions::text, true);
end
$$;
grant execute on function internal.act_as(uuid, text, text, uuid, text[]) to haat_owner;

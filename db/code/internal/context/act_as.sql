--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of one company, with all its stores in reach, without a key or a session.
-- Takes: the company, and who acts: a name, a type (api_key, staff, system), an id and staff permissions.
-- see: guides/inside#who-acts
--
-- For timers, the command line, the demo and tests. Only the owner may call it, because its caller can act as any
-- person.
create or replace function internal.act_as(company_id uuid, actor_name text default 'System',
  actor_type text default 'system', actor_id uuid default null, permissions text[] default '{}') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_ids constant uuid[] := array(select s.id from app.stores s where s.company_id = act_as.company_id);
  v_key app.api_keys;
begin
  if act_as.actor_type = 'api_key' then
    select * into v_key from app.api_keys k where k.company_id = act_as.company_id and k.id = act_as.actor_id;
  end if;
  perform internal.set_context(act_as.company_id, v_store_ids, act_as.actor_type, act_as.actor_id, act_as.actor_name,
    act_as.permissions, key_id => v_key.id, lineage_id => v_key.lineage_id, key_store_id => v_key.store_id,
    scopes => coalesce(v_key.scopes, '{}'));
end
$$;
grant execute on function internal.act_as(uuid, text, text, uuid, text[]) to haat_owner;

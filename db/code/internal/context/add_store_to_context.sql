--! owner: haat_gatekeeper
-- Brings a store that is about to be made into reach: the fence holds for new rows too.
-- Takes: an id that no store has.
create or replace function internal.add_store_to_context(store_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if internal.current_company_id() is null
    or exists (select from app.stores s where s.id = add_store_to_context.store_id)
  then
    raise exception 'only a store that is not there yet can be brought into reach, and only inside a company';
  end if;
  perform internal.set_context(
    internal.current_company_id(),
    internal.current_store_ids() || add_store_to_context.store_id,
    a.actor_type, a.actor_id, a.actor_name,
    permissions => coalesce(internal.context_setting('haat.permissions')::text[], '{}'),
    session_id => internal.context_setting('haat.session_id')::uuid,
    lineage_id => internal.context_setting('haat.lineage_id')::uuid,
    good_seconds => case when internal.context_setting('haat.proven_until') is not null then 5 end)
  from internal.current_actor() a;
end
$$;
grant execute on function internal.add_store_to_context(uuid) to haat_owner;

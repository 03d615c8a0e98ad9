--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of the key that was presented.
-- Takes: the key's SHA-256 and the request id.
-- Raises: HT001 to HT003 (the key is not good).
-- spec: Tenant fence
--
-- The fence is set from the key itself, not from anything that the API process says: a process that was broken into
-- still sees no tenant whose key was not presented to it.
create or replace function gate.enter(key_hash bytea, request_id text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_caller constant gate.caller := gate.find_key(key_hash);
begin
  if v_caller.sqlstate is not null then
    perform internal.fail(v_caller.sqlstate, v_caller.message);
  end if;
  perform set_config('haat.company_id', v_caller.company_id::text, true),
          set_config('haat.store_ids', v_caller.store_ids::text, true),
          set_config('haat.key_store_id', coalesce(v_caller.key_store_id::text, ''), true),
          set_config('haat.key_id', v_caller.key_id::text, true),
          set_config('haat.lineage_id', v_caller.lineage_id::text, true),
          set_config('haat.actor_type', 'api_key', true),
          set_config('haat.actor_id', v_caller.key_id::text, true),
          set_config('haat.actor_name', v_caller.key_name, true),
          set_config('haat.scopes', v_caller.scopes::text, true),
          set_config('haat.request_id', coalesce(enter.request_id, ''), true),
          -- Headers that the operation wants on its response, as a JSON object.
          set_config('haat.response_headers', '', true),
          -- How an operation that keeps its writes refuses: see internal.refuse_and_keep.
          set_config('haat.refusal', '', true);
end
$$;
grant execute on function gate.enter(bytea, text) to haat_api;

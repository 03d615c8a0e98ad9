--! owner: haat_gatekeeper
-- Takes: the SHA-256 of a presented key and the request id.
-- Puts the transaction inside that key's fence.
-- Raises: HT001 to HT003.
-- spec: Tenant fence
--
-- Sets the fence for this transaction from the key itself, not from anything the API process says: a process that was
-- broken into still sees no tenant whose key was not presented to it.
create or replace function gate.enter(key_hash bytea, request_id text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c constant gate.caller := gate.find_key(key_hash);
begin
  if c.sqlstate is not null then
    perform internal.fail(c.sqlstate, c.message);
  end if;
  perform set_config('haat.company_id', c.company_id::text, true),
          set_config('haat.store_ids', c.store_ids::text, true),
          set_config('haat.key_store_id', coalesce(c.key_store_id::text, ''), true),
          set_config('haat.key_id', c.key_id::text, true),
          set_config('haat.lineage_id', c.lineage_id::text, true),
          set_config('haat.actor_type', 'api_key', true),
          set_config('haat.actor_id', c.key_id::text, true),
          set_config('haat.actor_name', c.key_name, true),
          set_config('haat.scopes', c.scopes::text, true),
          set_config('haat.request_id', coalesce(enter.request_id, ''), true),
          -- Headers that the operation wants on its response, as a JSON object.
          set_config('haat.response_headers', '', true),
          -- How an operation that keeps its writes refuses: see internal.refuse_and_keep.
          set_config('haat.refusal', '', true);
end
$$;
grant execute on function gate.enter(bytea, text) to haat_api;

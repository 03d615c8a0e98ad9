--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of the key that was presented.
-- Takes: the key's SHA-256, the request id, and whether nothing is written: then a move of the company is not waited
-- for.
-- Raises: HT001 to HT003 (the key is not good), HT018 and HT019 (internal.require_company_here).
-- see: guides/inside#who-acts
--
-- The fence is set from the key itself, not from anything that the API process says: a process that was broken into
-- still sees no tenant whose key was not presented to it.
create or replace function gate.enter(key_hash bytea, request_id text, is_reading boolean default false)
  returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_caller constant gate.caller := gate.find_key(key_hash);
begin
  if v_caller.sqlstate is not null then
    perform internal.fail(v_caller.sqlstate, v_caller.message);
  end if;
  perform internal.set_context(v_caller.company_id, v_caller.store_ids, 'api_key', v_caller.key_id,
    v_caller.key_name, key_id => v_caller.key_id, lineage_id => v_caller.lineage_id,
    key_store_id => v_caller.key_store_id, scopes => v_caller.scopes, is_reading => enter.is_reading);
  perform set_config('haat.request_id', coalesce(enter.request_id, ''), true),
          -- Headers that the operation wants on its response, as a JSON object.
          set_config('haat.response_headers', '', true),
          -- How an operation that keeps its writes refuses: see internal.refuse_and_keep.
          set_config('haat.refusal', '', true);
end
$$;
grant execute on function gate.enter(bytea, text, boolean) to haat_api;

--! owner: haat_api
-- Takes: the key's SHA-256, an operation of schema api and its input, the Idempotency-Key and request hash (or null),
-- the request id and whether only its precheck is to run.
-- Gives: the outcome and the document as text.
-- Raises: nothing.
--
-- Runs one operation inside the fence, as haat_api. Every answer, refusals too, comes back as a value: the caller needs
-- the rate headers in any case. Stored for replay: success and the operation's own refusals (HT1.., unique violations).
-- Errors of the operation, in order: HT001-HT003 (key died meanwhile), HT007, HT006, then the operation's.
create or replace function gate.run(key_hash bytea, operation text, input jsonb, idempotency_key text, request_hash bytea, request_id text,
  is_precheck boolean default false, out outcome jsonb, out result text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_context text;
  v_refusal jsonb;
begin
  begin
    perform gate.enter(key_hash, request_id);
    if idempotency_key is not null then
      v_stored := gate.recall(idempotency_key, request_hash);
      if v_stored.lineage_id is not null then
        outcome := jsonb_build_object('sqlstate', v_stored.sqlstate, 'message', v_stored.message, 'fields', v_stored.fields,
          'constraint', v_stored."constraint", 'replayed', true, 'request_id', v_stored.request_id);
        result := v_stored.result;
        return;
      end if;
    end if;
    begin
      execute format('select %s($1)::text', case when is_precheck
        then format('internal.%I', 'precheck_' || operation) else format('api.%I', operation) end) into result using input;
      v_refusal := nullif(current_setting('haat.refusal', true), '')::jsonb;
      if v_refusal is not null then
        -- Refused, and yet what it wrote stays: see internal.refuse_and_keep.
        result := null;
      end if;
      outcome := jsonb_build_object('sqlstate', v_refusal ->> 'sqlstate', 'message', v_refusal ->> 'message', 'fields', v_refusal -> 'fields',
        'replayed', false, 'request_id', request_id, 'headers', nullif(current_setting('haat.response_headers', true), '')::jsonb);
    exception when others then
      if sqlstate not like 'HT1%' and sqlstate <> '23505' then
        raise;
      end if;
      get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name;
      result := null;
      outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, null, request_id);
      if v_sqlstate = '23505' then
        outcome := outcome || jsonb_build_object('fields', gate.taken_fields(v_constraint, input));
      end if;
    end;
    -- A precheck that finds nothing leaves the key to the operation.
    if idempotency_key is not null and (not is_precheck or outcome ->> 'sqlstate' is not null) then
      perform gate.remember(idempotency_key, request_hash, operation, outcome, result);
    end if;
  exception when others then
    -- Not stored: the same key may be tried again.
    get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name, v_context = pg_exception_context;
    result := null;
    outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, v_context, request_id);
  end;
end
$$;
grant execute on function gate.run(bytea, text, jsonb, text, bytea, text, boolean) to haat_gateway;

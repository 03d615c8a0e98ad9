-- Calls an operation and brings its answer, given in one of three ways, into one form.
-- Takes: the operation of schema api and its input, the request id, whether only the operation's precheck is to run,
-- whether it is an internal operation of jobs instead (internal.internal_job_operations), and whether any error is an
-- answer (a line of a job goes on with the next).
-- Gives: the outcome and the document as text (null when the operation is refused).
-- Raises: what internal.check_version raises for an input with expected_version (HT008, HT010, HT017; HT100 and HT101
-- are an answer), and whatever the operation raises, except its own refusals (HT1xx and unique violations), which are
-- an answer.
-- see: guides/idempotency
--
-- The three ways: (1) it returns a document; (2) it raises a refusal of its own, and what it wrote is undone; (3) it
-- returns after internal.refuse_and_keep, and what it wrote stays.
create or replace function gate.perform(operation text, input jsonb, request_id text, is_precheck boolean,
  is_internal boolean default false, keeps_errors boolean default false, out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_context text;
  v_refusal jsonb;
begin
  -- As the journal names it (internal.tg__journal).
  perform set_config('haat.operation', operation, true);
  if input ? 'expected_version' then
    perform internal.check_version(input);
  end if;
  execute format(
    'select %s($1)::text',
    case when is_precheck then format('internal.%I', 'precheck_' || operation)
         when is_internal then format('internal.%I', operation)
         else format('api.%I', operation) end)
    into result using input;
  v_refusal := nullif(current_setting('haat.refusal', true), '')::jsonb;
  if v_refusal is not null then
    result := null;
  end if;
  outcome := jsonb_build_object(
    'sqlstate', v_refusal ->> 'sqlstate',
    'message', v_refusal ->> 'message',
    'meaning', internal.meaning(v_refusal -> 'problem'),
    'fields', v_refusal -> 'fields',
    'replayed', false,
    'request_id', request_id,
    'headers', nullif(current_setting('haat.response_headers', true), '')::jsonb);
exception when others then
  if sqlstate not like 'HT1%' and sqlstate <> '23505' and not keeps_errors then
    raise;
  end if;
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_constraint = constraint_name, v_context = pg_exception_context;
  result := null;
  outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint,
    case when v_sqlstate <> '23505' then v_context end, request_id);
  if v_sqlstate = '23505' then
    outcome := outcome || jsonb_build_object('fields', gate.taken_fields(v_constraint, input));
  end if;
end
$$;
grant execute on function gate.perform(text, jsonb, text, boolean, boolean, boolean) to haat_api;

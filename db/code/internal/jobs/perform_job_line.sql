--! owner: haat_api
-- Runs the operation of a job's line, inside the fence that was entered for it.
-- Takes: the locked job, its line, the images that were fetched for it (one for each that the line names, or null)
-- and whether only the operation's precheck is to run.
-- Gives: the outcome and the document as text, as gate.run does.
-- Raises: a temporary error (a deadlock, a lock that was not given, a server that stops): the line is run again.
create or replace function internal.perform_job_line(job app.jobs, line app.job_lines, fetched jsonb,
  is_precheck boolean, out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_request_id constant text := current_setting('haat.request_id', true);
  v_answer record;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_context text;
begin
  v_answer := gate.perform((job).operation, internal.with_images((line).input, (line).images, fetched), v_request_id,
    is_precheck, (job).is_internal);
  outcome := v_answer.outcome;
  result := v_answer.result;
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_constraint = constraint_name, v_context = pg_exception_context;
  -- As server/gate/infrastructure-errors.ts has it.
  if v_sqlstate ~ '^(08|40|53|57|58|25006|25P0[34]|55P03)' then
    raise;
  end if;
  result := null;
  outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, v_context, v_request_id);
end
$$;

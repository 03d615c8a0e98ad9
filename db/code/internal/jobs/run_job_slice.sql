--! owner: haat_api
-- Runs the next lines of a job, inside the fence of its sender, each in a savepoint, and records their results.
-- Takes: the job, how many lines at most and how many milliseconds to begin lines for; for a line whose images were
-- fetched before: its number, and what was fetched ([{media_key, width, height, size_bytes, received_bytes}], or
-- {sqlstate, message, fields} when they were refused).
-- Gives: {state}: next (lines ended, with success where done is true; ask again), ended (the job runs no longer),
-- images with {company_id, line, images} (fetch them first). failure beside it says that the operation failed
-- unexpectedly {line, operation, sqlstate, context}; met, that a line met a temporary error and is to be run again.
-- Raises: a temporary error that the first line meets; then nothing is written, and the line is run again.
--
-- What is done is what was sent with the key: the worker gives nothing but images, where the line asks for some. No
-- statement of the login runs between the lines, so who acts is proven once (internal.hold_context).
-- A slice has the locks of several lines, and not in the order in which others take theirs. So from the second line on
-- it waits for a lock for a moment only, long before Postgres looks for a deadlock: what the lines before did is
-- committed, and the one that waited begins the next slice with no lock but that of its job.
create or replace function internal.run_job_slice(job_id uuid, most integer, milliseconds integer,
  line integer default null, fetched jsonb default null) returns json
language plpgsql volatile security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
set lock_timeout = '3s'
as $$
declare
  v_until constant timestamptz := clock_timestamp() + make_interval(secs => milliseconds / 1000.0);
  v_job constant app.jobs := internal.lock_running_job(job_id);
  v_line app.job_lines;
  v_answer record;
  v_state json := json_build_object('state', 'next');
  v_lines integer[] := '{}';
  v_outcomes jsonb[] := '{}';
  v_results text[] := '{}';
begin
  if v_job.id is null or not internal.enter_job_slice(v_job) then
    return json_build_object('state', 'ended');
  end if;
  for v_line in select * from internal.next_job_lines(v_job, most) loop
    exit when v_line.line <> run_job_slice.line
      or v_lines <> '{}' and (v_line.images is not null or clock_timestamp() >= v_until);
    if v_lines <> '{}' then
      perform set_config('lock_timeout', '40ms', true);
    end if;
    perform internal.begin_job_line(v_job, v_line.line);
    v_answer := internal.answer_job_line(v_job, v_line, fetched);
    if v_answer.outcome is null then
      v_state := json_build_object(
        'state', 'images', 'company_id', v_job.company_id, 'line', v_line.line, 'images', v_line.images);
      exit;
    end if;
    if internal.is_temporary(v_answer.outcome ->> 'sqlstate') then
      if v_lines = '{}' then
        raise exception using errcode = v_answer.outcome ->> 'sqlstate', message = v_answer.outcome ->> 'message';
      end if;
      v_state := json_build_object('state', 'next', 'met', v_answer.outcome ->> 'sqlstate');
      exit;
    end if;
    v_lines := v_lines || v_line.line;
    v_outcomes := v_outcomes || v_answer.outcome;
    v_results := v_results || v_answer.result;
    v_state := json_build_object(
      'state', 'next',
      'done', v_answer.outcome ->> 'sqlstate' is null,
      'failure', case when v_answer.outcome ->> 'context' is not null then json_build_object(
        'line', v_line.line, 'operation', v_job.operation, 'sqlstate', v_answer.outcome -> 'sqlstate',
        'context', v_answer.outcome -> 'context') end);
    exit when v_answer.outcome ->> 'context' is not null
      or v_job.on_error = 'stop' and v_answer.outcome ->> 'sqlstate' is not null;
  end loop;
  if v_lines <> '{}' then
    perform internal.end_job_lines(v_job.id, v_lines, v_outcomes, v_results);
  end if;
  perform internal.leave_company();
  return v_state;
end
$$;
grant execute on function internal.run_job_slice(uuid, integer, integer, integer, jsonb) to haat_worker;

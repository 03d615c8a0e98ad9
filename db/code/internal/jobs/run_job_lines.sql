-- Runs lines of a job one after the other, each in a transaction of its own, for some time.
-- Takes: the job and how many milliseconds to begin lines for.
-- Gives: what internal.run_job_line said last; state next: there are more. And how many others were at work then.
-- Raises: a temporary error; the lines before are done, and the one that met it is run again.
--
-- A procedure, because only a procedure may commit between the lines; so it can neither be "security definer" nor
-- carry settings, and all names below are qualified.
create or replace procedure internal.run_job_lines(job_id uuid, milliseconds integer, inout answer json,
  inout others integer default null)
language plpgsql
as $$
declare
  v_until constant timestamptz := pg_catalog.clock_timestamp() operator(pg_catalog.+)
    pg_catalog.make_interval(secs => milliseconds operator(pg_catalog./) 1000.0);
begin
  loop
    answer := internal.run_job_line(job_id);
    commit;
    exit when answer operator(pg_catalog.->>) 'state' operator(pg_catalog.<>) 'next'
      or answer operator(pg_catalog.->>) 'failure' is not null
      or pg_catalog.clock_timestamp() operator(pg_catalog.>) v_until;
  end loop;
  others := internal.others_at_work();
end
$$;
grant execute on procedure internal.run_job_lines(uuid, integer, json, integer) to haat_worker;

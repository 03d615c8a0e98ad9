-- Runs lines of a job one after the other for some time: slices of 25 ms, each in a transaction of its own.
-- Takes: the job and how many milliseconds to begin slices for; with 0 one line.
-- Gives: what internal.run_job_slice said last; state next: there are more. And how many others were at work then.
-- Raises: a temporary error; the slices before are done, and the lines that met it are run again.
--
-- A procedure, because only a procedure may commit between the slices; so it can neither be "security definer" nor
-- carry settings, and all names below are qualified. Where a slice met a temporary error, the next lines follow alone,
-- and keep no lock from line to line.
create or replace procedure internal.run_job_lines(job_id uuid, milliseconds integer, inout answer json,
  inout others integer default null)
language plpgsql
as $$
declare
  v_most constant integer := 50;
  v_most_alone constant integer := 10;
  v_until constant timestamptz := pg_catalog.clock_timestamp() operator(pg_catalog.+)
    pg_catalog.make_interval(secs => milliseconds operator(pg_catalog./) 1000.0);
  v_alone integer := case when milliseconds operator(pg_catalog.=) 0 then 1 else 0 end;
begin
  loop
    answer := internal.run_job_slice(job_id,
      case when v_alone operator(pg_catalog.>) 0 then 1 else v_most end, least(milliseconds, 25));
    commit;
    exit when answer operator(pg_catalog.->>) 'state' operator(pg_catalog.<>) 'next'
      or answer operator(pg_catalog.->>) 'failure' is not null
      or pg_catalog.clock_timestamp() operator(pg_catalog.>) v_until;
    v_alone := case when answer operator(pg_catalog.->>) 'met' is not null then v_most_alone
      else v_alone operator(pg_catalog.-) 1 end;
  end loop;
  others := internal.others_at_work();
end
$$;
grant execute on procedure internal.run_job_lines(uuid, integer, json, integer) to haat_worker;

-- The timers of the job queue, with the time of the last run that was entered of each.
--
-- A private part of graphile-worker, the table of its timers. A clock that was ahead enters timers for times to come
-- and holds them up until then; the library has no public view of its timers, and no function that frees one.
-- private: graphile-worker 0.18.0
create or replace view internal.entered_timers as
select c.identifier, c.known_since, c.last_execution from graphile_worker._private_known_crontabs c;
comment on column internal.entered_timers.identifier is 'Its name.';
comment on column internal.entered_timers.known_since is 'When a worker first knew it.';
comment on column internal.entered_timers.last_execution is 'For which minute a job was entered last.';

--! Previous: sha1:a9834f267162d198e483b6c9ec58eab6cf395e55
--! Hash: sha1:c775b3075182ac2acebfc3ee47838e7f6b825452
--! Message: Companies that move to another database

--! split: 1-current.sql
-- Enter migration here
-- A company that moves to another database, or has moved there: what is left here says so, and refuses to work.
create table if not exists internal.company_moves (
  company_id uuid primary key,
  company_name text not null,
  to_cell text not null,
  state text not null,
  started_at timestamptz not null,
  moved_at timestamptz,
  removed_at timestamptz,
  row_count bigint,
  pause_ms integer,
  constraint company_moves_state_check check (state in ('copying', 'moved', 'removed')),
  constraint company_moves_has_its_times check (
    (moved_at is not null) = (state <> 'copying') and (removed_at is not null) = (state = 'removed'))
);

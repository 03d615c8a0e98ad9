--! Previous: sha1:119a4aa90e143895d0cba76f4be6fb5480aa71f7
--! Hash: sha1:59d084602e3fd41850da5d5d005b543f39188f92
--! Message: Cells that take in no company or only show

--! split: 1-current.sql
-- Enter migration here
-- What an operator lets a database of CELLS do: all, all but taking companies in, or only show what it has.
alter table internal.deployment add column if not exists cell_state text not null default 'open';
alter table internal.deployment drop constraint if exists deployment_cell_state_check;
alter table internal.deployment add constraint deployment_cell_state_check check (
  cell_state in ('open', 'drained', 'read-only'));

--! Previous: sha1:2b8e623c9b39c0f05d15089ed95a5ce2bfebef77
--! Hash: sha1:48a36752a3f0b6b138cab91c5b76d45ee5bdd80e
--! Message: Moves whose last step was cut off

--! split: 1-current.sql
-- Enter migration here
-- When the database that a company goes to has said that it has it: until then, the last step of the move may have
-- been cut off between its two commits. Of moves of long ago it is not asked: the command has seen to their end.
alter table internal.company_moves add column if not exists opened_at timestamptz;
update internal.company_moves set opened_at = moved_at 
  where opened_at is null and moved_at < clock_timestamp() - interval '1 hour';
alter table internal.company_moves drop constraint if exists company_moves_opens_after_it_left;
alter table internal.company_moves add constraint company_moves_opens_after_it_left check (
  opened_at is null or state <> 'copying');

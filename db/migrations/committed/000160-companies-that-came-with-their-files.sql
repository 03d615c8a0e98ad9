--! Previous: sha1:7cc61554f5fbc27f69a96de1237c75472744f45a
--! Hash: sha1:742ac839459264a8d51a8947930b15ced66be756
--! Message: Companies that came with their files

--! split: 1-current.sql
-- Enter migration here
-- A company that came with its files (npm run haat -- company import): its history up to then is sealed by itself,
-- since the seals of this database cover rows that were made here.
alter table internal.history_seals add column if not exists company_id uuid;
create index if not exists history_seals_company_id_idx on internal.history_seals (company_id, log, upto_id)
  where company_id is not null;
-- Which movements had left for an archive of the installation that it came from.
alter table internal.archived_movements add column if not exists arrived_positions bit varying
  check (bit_count(arrived_positions & positions) = bit_count(arrived_positions));

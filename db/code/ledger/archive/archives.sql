-- Which months left the database, into which file, and how many of their rows stayed.
create or replace view ledger.archives with (security_invoker = true) as
select a.log, a.month, a.storage_key, min(a.seal) as first_seal, max(a.seal) as last_seal,
  sum(a.row_count)::bigint as archived, sum(s.row_count - a.row_count)::bigint as stayed,
  encode(a.file_digest, 'hex') as sha256, min(a.archived_at) as archived_at
from internal.archives a join internal.history_seals s on s.number = a.seal
group by a.log, a.month, a.storage_key, a.file_digest;
comment on column ledger.archives.log is 'The table.';
comment on column ledger.archives.month is 'The month in which the rows were made, in UTC.';
comment on column ledger.archives.storage_key is 'The file, by its key in the storage of MEDIA_URL.';
comment on column ledger.archives.first_seal is 'The first of the seals (internal.history_seals) that it holds.';
comment on column ledger.archives.last_seal is 'The last of them.';
comment on column ledger.archives.archived is
  'How many rows are in the file. They are not here any more, but for events, which go by the clean-up.';
comment on column ledger.archives.stayed is
  'How many rows of these seals stayed: those that name a customer, and those by which records are known.';
comment on column ledger.archives.sha256 is 'SHA-256 of the file, as sha256sum prints it.';
comment on column ledger.archives.archived_at is 'When rows began to leave.';
grant select on ledger.archives to haat_dba;

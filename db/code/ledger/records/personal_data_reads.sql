-- Who read personal data: which person, key or timer, of what kind, how many records, and in which hour.
create or replace view ledger.personal_data_reads with (security_invoker = true) as
select r.hour, r.actor_name as actor, r.kind, r.record_count, r.read_count, r.last_read_at, r.actor_type, r.actor_id,
  r.company_id
from app.personal_data_reads r;
comment on column ledger.personal_data_reads.hour is 'The hour, by its beginning.';
comment on column ledger.personal_data_reads.actor is 'Who read, by the name of then.';
comment on column ledger.personal_data_reads.kind is
  'customers.searched, .opened, .exported, .erased; orders.read, .exported.';
comment on column ledger.personal_data_reads.record_count is
  'How many customers or orders were shown: one that was shown twice counts twice.';
comment on column ledger.personal_data_reads.read_count is 'In how many answers or files.';
comment on column ledger.personal_data_reads.last_read_at is 'The last time in this hour.';
comment on column ledger.personal_data_reads.actor_type is 'api_key, staff or system.';
comment on column ledger.personal_data_reads.actor_id is 'The key or the staff member; null for the system.';
comment on column ledger.personal_data_reads.company_id is 'The tenant.';
grant select on ledger.personal_data_reads to haat_dba;

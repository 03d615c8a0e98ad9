--! Previous: sha1:7848a760a718ecd12b4aad5456330172d9bb1256
--! Hash: sha1:8d47a100ae902862cef39f35586c137e08bf5f17
--! Message: who read personal data

--! split: 1-current.sql
-- Who read personal data: a row for each person, key or timer, kind of reading and hour.
create table if not exists app.personal_data_reads (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system')),
  actor_id uuid,
  actor_name text not null,
  kind text not null,
  hour timestamptz not null,
  record_count bigint not null check (record_count > 0),
  read_count integer not null check (read_count > 0),
  last_read_at timestamptz not null,
  constraint personal_data_reads_kind_is_known check (kind in ('customers.searched', 'customers.opened',
    'customers.exported', 'customers.erased', 'orders.read', 'orders.exported')),
  constraint personal_data_reads_once_an_hour unique nulls not distinct (company_id, actor_type, actor_id, kind, hour)
);
alter table app.personal_data_reads alter column company_id set (n_distinct = 3);
create index if not exists personal_data_reads_hour_idx on app.personal_data_reads (company_id, hour desc, id desc);
create index if not exists personal_data_reads_old_idx on app.personal_data_reads (hour);

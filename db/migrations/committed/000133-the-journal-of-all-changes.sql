--! Previous: sha1:b9c3be706f361dbfb6ad118837e61eb2457e585a
--! Hash: sha1:9694927096e7d3cc6c3e163136723435532cceeb
--! Message: the journal of all changes

--! split: 1-current.sql
-- The journal: one row for each change of a record, in the transaction of the change, written by a trigger
-- (internal.tg__journal). Not partitioned: its seals cover ranges of ids, and a row is found by its record.
-- It has no foreign keys: the trigger takes company and store from the record, which has them.
create table if not exists app.changes (
  id uuid primary key default uuidv7(),
  company_id uuid,
  store_id uuid,
  actor_type text not null check (actor_type in ('api_key', 'staff', 'system', 'operator', 'release')),
  actor_id uuid,
  actor_name text not null,
  operation text,
  request_id text,
  record_type text not null check (length(record_type) between 1 and 50),
  record_id uuid not null,
  part text not null default '',
  parent_id uuid,
  action text not null check (action ~ '^(insert|update|delete|baseline)$'),
  before jsonb,
  after jsonb,
  record_digest bytea check (length(record_digest) = 32),
  created_at timestamptz not null,
  constraint changes_deleted_has_no_hash check ((record_digest is null) = (action = 'delete'))
);
alter table app.changes alter column company_id set (n_distinct = 3), alter column store_id set (n_distinct = 3);
create index if not exists changes_company_id_created_at_idx on app.changes (company_id, created_at desc, id desc);
create index if not exists changes_record_idx on app.changes (record_type, record_id, id desc);
create index if not exists changes_parent_id_idx on app.changes (parent_id, id desc) where parent_id is not null;

drop table if exists internal.journal_shapes;
create table internal.journal_shapes (
  table_name text primary key,
  columns text[] not null
);

alter table internal.history_seals drop constraint if exists history_seals_log_check;
alter table internal.history_seals add constraint history_seals_log_check
  check (log in ('order_timeline', 'activity_log', 'events', 'changes'));
alter table app.erased_rows drop constraint if exists erased_rows_log_check;
alter table app.erased_rows add constraint erased_rows_log_check
  check (log in ('order_timeline', 'activity_log', 'events', 'changes'));

-- Customers whose personal data was erased, and what that changed in the rows that are sealed.
alter table app.customers add column if not exists erased_at timestamptz;
comment on column app.customers.erased_at is
  'When the personal data was erased; null for everybody else.';
alter table app.customers drop constraint if exists customers_erased_are_nobody;
alter table app.customers add constraint customers_erased_are_nobody check (
  erased_at is null
  or full_name = 'Erased customer' and email is null and phone is null and gender is null);

create table if not exists app.erased_rows (
  company_id uuid not null references app.companies (id),
  erasure_id uuid not null,
  log text not null check (log in ('order_timeline', 'activity_log', 'events')),
  row_id uuid not null,
  sealed_digest bytea not null check (length(sealed_digest) = 32),
  erased_digest bytea not null check (length(erased_digest) = 32),
  primary key (company_id, row_id, erasure_id),
  constraint erased_rows_changed check (sealed_digest <> erased_digest)
);
comment on table app.erased_rows is 'Rows of the history from which personal data was erased, so that their seals hold. Append only. Checked by ledger.check_erasures.';
comment on column app.erased_rows.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.erased_rows.erasure_id is 'The erasure: its entry in the activity log, customer.erased, has this id, and a digest of these rows.';
comment on column app.erased_rows.log is 'The table of the row.';
comment on column app.erased_rows.row_id is 'The row.';
comment on column app.erased_rows.sealed_digest is 'SHA-256 of the row as it was written: what its seal covers.';
comment on column app.erased_rows.erased_digest is 'SHA-256 of the row as it is since.';

-- A change of an order's status is a transition, as the API says.
alter table if exists app.order_moves rename to order_transitions;
do $$
declare
  v_name text;
begin
  for v_name in
    select c.conname
    from pg_constraint c
    where c.conrelid = 'app.order_transitions'::regclass and starts_with(c.conname, 'order_moves_')
  loop
    execute format('alter table app.order_transitions rename constraint %I to %I',
      v_name, replace(v_name, 'order_moves_', 'order_transitions_'));
  end loop;
end
$$;
comment on table app.order_transitions is
  'Which status may follow which, one row a transition, and who may make it. decisions: 3. Shared by all tenants.';
comment on column app.order_transitions.only_by is
  'parcel, return: made by work on a parcel or on a return, never by asking for the status. Null: by everybody who may change the order.';
comment on table app.order_statuses is
  'What each status of an order means. A new status is a row here and its rows in order_transitions. Shared by all tenants. decisions: 3';
comment on column app.orders.status is
  'The status it has; app.order_transitions says which may follow.';
create table if not exists internal.released_schema (
  kind text not null,
  object text not null,
  definition text,
  primary key (kind, object)
);
comment on table internal.released_schema is 'What the release made of this database, by the catalog: npm run migrate keeps it, ledger.check_schema compares it with what is there.';
comment on column internal.released_schema.kind is 'table, column, constraint, index, trigger, policy, view, function, grant, role and the like.';
comment on column internal.released_schema.object is 'Its name; for a grant what is granted to whom.';
comment on column internal.released_schema.definition is 'What it is, in the words of the catalog; what is longer than 300 characters as its MD5.';

create table if not exists internal.history_seals (
  number bigint primary key check (number > 0),
  log text not null check (log in ('order_timeline', 'activity_log', 'events')),
  after_id uuid not null,
  first_id uuid not null,
  upto_id uuid not null,
  row_count integer not null check (row_count > 0),
  row_prints bytea not null,
  digest bytea not null check (length(digest) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  unique (log, upto_id),
  constraint history_seals_rows_lie_in_the_range check (after_id < first_id and first_id <= upto_id),
  constraint history_seals_one_print_a_row check (length(row_prints) = 8 * row_count)
);
comment on table internal.history_seals is 'Seals of what happened: a chain of hashes over the rows of the timeline, the activity log and the events. Append only. Checked by ledger.verify_history().';
comment on column internal.history_seals.number is '1, 2, 3 ... over all logs and companies.';
comment on column internal.history_seals.log is 'The table whose rows it covers.';
comment on column internal.history_seals.after_id is 'It covers the rows whose id is above this one: the upto_id of the seal before it.';
comment on column internal.history_seals.first_id is 'The first of its rows: what its age is read from.';
comment on column internal.history_seals.upto_id is 'It covers the rows up to this id.';
comment on column internal.history_seals.row_count is 'How many rows it covers.';
comment on column internal.history_seals.row_prints is 'The first 8 bytes of each row''s SHA-256, in the order of ids: to name the row that was changed.';
comment on column internal.history_seals.digest is 'SHA-256 over the SHA-256 of each row, in the order of ids.';
comment on column internal.history_seals.previous_hash is 'Hash of the seal before it; for the first the SHA-256 of nothing.';
comment on column internal.history_seals.hash is 'SHA-256 over previous_hash and this row (internal.history_hash).';
comment on column internal.history_seals.sealed_at is 'When it was made.';

create table if not exists internal.history_horizon (
  is_only boolean primary key default true check (is_only),
  upto timestamptz not null,
  open_xids text[] not null
);
comment on table internal.history_horizon is 'Until when the next run of internal.seal_history may seal. One row.';
comment on column internal.history_horizon.is_only is 'True: there is one row.';
comment on column internal.history_horizon.upto is 'Rows made before this moment may be sealed as soon as the transactions that were open then have ended. Wall clock.';
comment on column internal.history_horizon.open_xids is 'The numbers of those transactions.';

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

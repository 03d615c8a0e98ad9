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

-- Takes the rows that wait (internal.stage_arrival) into their tables, as they were where they come from: no trigger
-- stamps, counts or tells of them. The caller has looked at them (internal.arrival_problems), and looks at the books
-- before the commit: foreign keys sleep too.
-- Takes: the company; the sequences of its stores, [{store_id, last_value}]; and its plan by the code of one that is
-- here.
--
-- An administrator runs it who may let triggers sleep, in this transaction alone. The sequences that all companies
-- share move past the numbers that it brings, by a million more than need be: so none that is given meanwhile can be
-- given again.
create or replace function internal.take_arrival(company_id uuid, sequences jsonb, plan text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_table record;
  v_last bigint;
begin
  perform set_config('session_replication_role', 'replica', true);
  for v_table in
    select t.table_name as name, internal.arrival_table(t.table_name) as waiting,
      (select string_agg(quote_ident(k.name), ', ') from unnest(t.columns) k (name)) as columns
    from internal.carried_tables() t
  loop
    execute format('insert into %s (%s) overriding system value select %2$s from %s',
      v_table.name, v_table.columns, v_table.waiting);
  end loop;
  update internal.archived_movements a set arrived_positions = a.positions
    where a.variant_id in (select v.id from app.variants v where v.company_id = take_arrival.company_id);
  perform set_config('session_replication_role', 'origin', true);
  perform internal.create_numbers(s.id), setval(internal.order_numbers(s.id), q.last_value)
    from app.stores s
    left join jsonb_to_recordset(sequences) as q (store_id uuid, last_value bigint) on q.store_id = s.id
    where s.company_id = take_arrival.company_id;
  for v_table in
    select q.name, q.last_value, q.column_name, t.table_name, internal.arrival_table(t.table_name) as waiting
    from internal.carried_tables() t
    join internal.sequence_values() q on q.table_name = t.table_name
    where q.column_name = any (t.columns)
  loop
    execute format('select max(r.%I) from %s r', v_table.column_name, v_table.waiting) into v_last;
    if v_last > coalesce(v_table.last_value, 0) then
      perform setval(v_table.name::regclass, v_last + 1000000);
    end if;
  end loop;
  perform internal.act_as(take_arrival.company_id, 'Command line');
  update app.companies c set plan_id = p.id
    from app.plans p where p.code = take_arrival.plan and c.id = take_arrival.company_id and c.plan_id <> p.id;
  perform internal.seal_arrival(take_arrival.company_id);
end
$$;

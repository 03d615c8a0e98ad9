-- Makes a company at home whose rows have come from another database: its order numbers go on, it takes the plan that
-- is here, its history is sealed, and its work that waits is taken up.
-- Takes: the company, whose rows are all there; the sequences of its stores, [{store_id, last_value}]; and its plan by
-- the code of one that is here.
--
-- The sequences that all companies share move past the numbers that it brings, by a million more than need be: so none
-- that is given meanwhile can be given again.
create or replace function internal.settle_arrival(company_id uuid, sequences jsonb, plan text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_counter record;
  v_last bigint;
begin
  perform internal.refuse_closed_cell();
  -- Which movements were archived elsewhere, no archive of here tells of.
  perform set_config('session_replication_role', 'replica', true);
  update internal.archived_movements a set arrived_positions = a.positions
    where a.variant_id in (select v.id from app.variants v where v.company_id = settle_arrival.company_id);
  perform set_config('session_replication_role', 'origin', true);
  -- It had been here before, and its old copy was removed.
  if (select d.kind from internal.departures d where d.company_id = settle_arrival.company_id
      order by d.number desc limit 1) = 'left' then
    perform internal.record_departure(settle_arrival.company_id, 'came back');
    delete from internal.company_moves m where m.company_id = settle_arrival.company_id and m.state = 'removed';
  end if;
  perform internal.create_numbers(s.id), setval(internal.order_numbers(s.id), q.last_value)
    from app.stores s
    left join jsonb_to_recordset(sequences) as q (store_id uuid, last_value bigint) on q.store_id = s.id
    where s.company_id = settle_arrival.company_id;
  for v_counter in
    select q.name, q.last_value, q.column_name, t.table_name,
      format(t.condition, settle_arrival.company_id) as condition
    from internal.carried_tables() t
    join internal.sequence_values() q on q.table_name = t.table_name
    where q.column_name = any (t.columns)
  loop
    execute format('select max(%I) from %s where %s', v_counter.column_name, v_counter.table_name, v_counter.condition)
      into v_last;
    if v_last > coalesce(v_counter.last_value, 0) then
      perform setval(v_counter.name::regclass, v_last + 1000000);
    end if;
  end loop;
  perform internal.act_as(settle_arrival.company_id, 'Command line');
  update app.companies c set plan_id = p.id
    from app.plans p where p.code = settle_arrival.plan and c.id = settle_arrival.company_id and c.plan_id <> p.id;
  perform internal.seal_arrival(settle_arrival.company_id);
  perform internal.wake_company(settle_arrival.company_id);
end
$$;

-- Takes the rows that wait (internal.stage_arrival) into their tables, as they were where they come from: no trigger
-- stamps, counts or tells of them. The caller has looked at them (internal.arrival_problems), and looks at the books
-- before the commit: foreign keys sleep too.
-- Takes: the company; the sequences of its stores, [{store_id, last_value}]; and its plan by the code of one that is
-- here.
--
-- An administrator runs it who may let triggers sleep, in this transaction alone.
create or replace function internal.take_arrival(company_id uuid, sequences jsonb, plan text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_table record;
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
  perform set_config('session_replication_role', 'origin', true);
  perform internal.settle_arrival(take_arrival.company_id, sequences, plan);
end
$$;

-- Events on the pull: the next ones of a store and type, in their order.
create index if not exists events_store_id_type_sequence_idx on app.events (store_id, type, sequence);

-- Statistics of tenants' columns. Postgres takes a company for as large as the mean of all: in a database of a thousand
-- companies it thinks that one has a thousandth of the rows and reads all of them where it should look up a few. So it is
-- told that there are three of each: plans are made for the largest tenants, and serve the small ones as well.
do $$
declare
  v_column record;
begin
  for v_column in
    select c.relname, a.attname
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('company_id', 'store_id', 'location_id')
      and a.attoptions is distinct from array['n_distinct=3']
    order by c.relname, a.attname
  loop
    execute format('alter table app.%I alter column %I set (n_distinct = 3)', v_column.relname, v_column.attname);
  end loop;
end
$$;

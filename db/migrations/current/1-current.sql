-- Enter migration here

-- Stores to try in.
alter table app.stores add column if not exists is_test boolean not null default false;
alter table app.stores add column if not exists reset_asked_at timestamptz;
comment on column app.stores.is_test is
  'A store to try in: outside of what is said of the company as a whole, of its plan and of company keys. Never changes.';
comment on column app.stores.reset_asked_at is
  'When somebody asked for the demo in this test store; null when it is there.';
alter table app.stores drop constraint if exists stores_only_test_stores_are_reset;
alter table app.stores add constraint stores_only_test_stores_are_reset check (is_test or reset_asked_at is null);
create table if not exists app.time_jumps (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  hours integer not null,
  created_at timestamptz not null,
  constraint time_jumps_pkey primary key (id),
  constraint time_jumps_company_id_store_id_fkey foreign key (company_id, store_id)
    references app.stores (company_id, id),
  constraint time_jumps_hours_check check (hours between 1 and 720)
);
create index if not exists time_jumps_store_id_idx on app.time_jumps (store_id, created_at);
comment on table app.time_jumps is
  'How much time people let pass in a test store, and when: what began to wait before has waited for so much longer.';
comment on column app.time_jumps.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.time_jumps.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.time_jumps.store_id is 'The store. The fence compares it.';
comment on column app.time_jumps.hours is 'How many hours were let pass.';
comment on column app.time_jumps.created_at is 'When the row was written, by internal.now().';

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

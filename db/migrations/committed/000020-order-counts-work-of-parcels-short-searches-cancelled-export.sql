--! Previous: sha1:739e7f53437cac5bbc321423d139d96730a3c07f
--! Hash: sha1:07f5af55cdd47db9c712c02b3ab40cd43dd13c00
--! Message: order counts, work of parcels, short searches, cancelled exports, refused lines of jobs

--! split: 1-current.sql
-- Jobs and exports for staff: exports that were cancelled, what of a job was refused, line by line.
alter table app.exports drop constraint if exists exports_failure_code_check;
alter table app.exports add constraint exports_failure_code_check
  check (failure_code in ('KEY_NOT_LIVE', 'FORBIDDEN_SCOPE', 'TOOK_TOO_LONG', 'GAVE_UP', 'CANCELLED'));
comment on column app.exports.failure_code is
  'KEY_NOT_LIVE: the key was revoked or expired. FORBIDDEN_SCOPE: it lost the scope. TOOK_TOO_LONG: more than a '
  'snapshot may last. GAVE_UP: each attempt broke off. CANCELLED: staff cancelled it.';
create index if not exists job_lines_refused_idx on app.job_lines (job_id, line) where sqlstate is not null;
do $$
begin
  if to_regtype('staff.refused_line') is null then
    create type staff.refused_line as (line integer, message text, fields jsonb);
  end if;
end
$$;
comment on type staff.refused_line is 'A line of a job that was refused.';
comment on column staff.refused_line.line is 'From 1, as in the file that was sent.';
comment on column staff.refused_line.message is 'Why it was refused, for people.';
comment on column staff.refused_line.fields is 'The fields that were wrong, each with its problems; null when none is named.';
-- Growth: orders counted by status, work by parcels, call-backs and short searches by indexes.

-- How many orders a store has in each status, and what they cost and owe, kept by the transactions that change it as
-- the sales are (app.sales_changes): each adds rows that nobody waits for, a timer folds them, who asks sums both. The
-- trigger is made here too, so that nothing is missed before the code is there.
create table if not exists app.order_count_changes (
  id bigint generated always as identity,
  company_id uuid not null,
  store_id uuid not null,
  status text not null,
  orders integer not null,
  total_amount numeric(14, 2) not null,
  owing_orders integer not null,
  due_amount numeric(14, 2) not null,
  -- No key to the store: it is the order's, written by a trigger only.
  constraint order_count_changes_pkey primary key (company_id, store_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000);
comment on table app.order_count_changes is
  'What changed in the orders of a status and is not folded into order_counts yet. Written by triggers of orders; '
  'emptied by internal.fold_order_counts(). Numbers may be negative.';
comment on column app.order_count_changes.id is 'In the order of writing.';
comment on column app.order_count_changes.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_count_changes.store_id is 'The store. The fence compares it.';
comment on column app.order_count_changes.status is 'The status of the orders.';
comment on column app.order_count_changes.orders is 'Orders that came into the status, or left it.';
comment on column app.order_count_changes.total_amount is 'What they cost.';
comment on column app.order_count_changes.owing_orders is 'Those of them of which something is due.';
comment on column app.order_count_changes.due_amount is 'What is due of them.';
alter table app.order_count_changes alter company_id set (n_distinct = 3), alter store_id set (n_distinct = 3);
grant insert on app.order_count_changes to haat_gatekeeper;

create or replace function internal.tg_orders__book_counts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    insert into app.order_count_changes (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
    values (old.company_id, old.store_id, old.status, -1, -old.total_amount, -(old.due_amount > 0)::integer,
      -old.due_amount);
  end if;
  insert into app.order_count_changes (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
  values (new.company_id, new.store_id, new.status, 1, new.total_amount, (new.due_amount > 0)::integer,
    new.due_amount);
  return null;
end
$$;
create or replace trigger _500_book_counts_insert after insert on app.orders
  for each row execute function internal.tg_orders__book_counts();
create or replace trigger _500_book_counts_update after update on app.orders
  for each row when ((old.status, old.total_amount, old.due_amount)
    is distinct from (new.status, new.total_amount, new.due_amount))
  execute function internal.tg_orders__book_counts();

do $$
begin
  if to_regclass('app.order_counts') is null then
    create table app.order_counts (
      company_id uuid not null,
      store_id uuid not null,
      status text not null,
      orders bigint not null,
      total_amount numeric(18, 2) not null,
      owing_orders bigint not null,
      due_amount numeric(18, 2) not null,
      constraint order_counts_pkey primary key (company_id, store_id, status),
      constraint order_counts_company_id_store_id_fkey foreign key (company_id, store_id)
        references app.stores (company_id, id),
      constraint order_counts_status_fkey foreign key (status) references app.order_statuses (status)
    );
    -- The trigger above holds writers of orders off, so this sees all that it does not.
    alter table app.orders no force row level security;
    insert into app.order_counts (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
      select o.company_id, o.store_id, o.status, count(*), sum(o.total_amount),
        count(*) filter (where o.due_amount > 0), sum(o.due_amount)
      from app.orders o
      group by o.company_id, o.store_id, o.status;
    alter table app.orders force row level security;
  end if;
end
$$;
comment on table app.order_counts is
  'Orders of a store by status, as far as folded. ledger.check_order_counts proves them against the orders.';
comment on column app.order_counts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.order_counts.store_id is 'The store. The fence compares it.';
comment on column app.order_counts.status is 'The status of the orders.';
comment on column app.order_counts.orders is 'How many there are.';
comment on column app.order_counts.total_amount is 'What they cost.';
comment on column app.order_counts.owing_orders is 'Of how many something is due.';
comment on column app.order_counts.due_amount is 'What is due of them.';
alter table app.order_counts alter company_id set (n_distinct = 3), alter store_id set (n_distinct = 3);
-- What is due was summed by it.
drop index if exists app.orders_due_amount_idx;

-- What is to be done with an open parcel depends on its order's status too, which a parcel keeps while it is open: so
-- the lists and numbers of work are found by an index.
alter table app.parcels add column if not exists order_status text;
comment on column app.parcels.order_status is
  'The status of its order while it is open, for the lists of work; null when it is not.';
create or replace function internal.tg_parcels__copy_order_status() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.order_status := case when new.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested') then
    (select o.status from app.orders o where o.store_id = new.store_id and o.id = new.order_id) end;
  return new;
end
$$;
create or replace function internal.tg_orders__copy_status() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.parcels p set order_status = new.status
    where p.order_id = new.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
      and p.order_status is distinct from new.status;
  return null;
end
$$;
create or replace trigger _200_copy_order_status before insert or update of status on app.parcels
  for each row execute function internal.tg_parcels__copy_order_status();
create or replace trigger _500_copy_status after update on app.orders
  for each row when (old.status <> new.status) execute function internal.tg_orders__copy_status();
alter table app.parcels no force row level security;
alter table app.orders no force row level security;
alter table app.parcels disable trigger user;
update app.parcels p set order_status = o.status
  from app.orders o
  where o.id = p.order_id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested')
    and p.order_status is distinct from o.status;
alter table app.parcels enable trigger user;
alter table app.orders force row level security;
alter table app.parcels force row level security;
create index if not exists parcels_work_idx
  on app.parcels (store_id, status, order_status, (coalesce(picked_up_at, booked_at)), id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
create index if not exists parcels_work_of_courier_idx
  on app.parcels (store_id, courier_id, status, order_status, (coalesce(picked_up_at, booked_at)), id)
  where status in ('booked', 'picked_up', 'delivery_failed', 'return_requested');
drop index if exists app.parcels_open_idx;
drop index if exists app.parcels_open_of_courier_idx;

-- Call-backs: those that are due in the order of their time, and all in the order of the list.
create index if not exists orders_call_backs_idx on app.orders (store_id, status, follow_up_at, id)
  where follow_up_at is not null;
create index if not exists orders_with_follow_up_idx on app.orders (store_id, created_at desc, id desc)
  include (follow_up_at) where follow_up_at is not null;
drop index if exists app.orders_follow_up_at_idx;

-- Searches for one or two letters: a trigram has three.
create or replace function internal.short_grams(words text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_grams text[] := string_to_array(words, null);
begin
  for n in 1 .. length(words) - 1 loop
    v_grams := v_grams || substr(words, n, 2);
  end loop;
  return v_grams;
end
$$;
create index if not exists customers_short_grams_idx on app.customers
  using gin (internal.short_grams(internal.fold(full_name) || ' ' || coalesce(lower(email), '')));

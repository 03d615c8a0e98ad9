--! Previous: sha1:3a1db6b9a912baee04213c761b6ce7c709af1c1a
--! Hash: sha1:21b57da454584ef97e2214fb1ebddd597c58aea9
--! Message: Calls to customers

--! split: 1-current.sql
-- Each call to a customer about an order, and what the order knows of its calls.

create table if not exists app.order_calls (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  order_id uuid not null,
  attempt integer not null check (attempt >= 1),
  outcome text not null,
  note text check (length(note) <= 2000),
  next_call_at timestamptz,
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  request_id text,
  created_at timestamptz not null,
  constraint order_calls_outcome_check check (outcome in ('confirmed', 'no_answer', 'switched_off', 'wrong_number',
    'will_call_back', 'refused', 'asked_to_change')),
  constraint order_calls_actor_type_check check (actor_type in ('api_key', 'staff', 'system')),
  constraint order_calls_attempt_key unique (store_id, order_id, attempt, company_id),
  foreign key (company_id, store_id) references app.stores (company_id, id) not enforced,
  constraint order_calls_store_id_order_id_fkey foreign key (company_id, store_id, order_id)
    references app.orders (company_id, store_id, id)
);
create index if not exists order_calls_order_id_idx on app.order_calls (store_id, order_id, created_at desc, id desc);
create index if not exists order_calls_store_id_created_at_idx on app.order_calls (store_id, created_at);
alter table app.order_calls alter column company_id set (n_distinct = 3);
alter table app.order_calls alter column store_id set (n_distinct = 3);
create statistics if not exists app.order_calls_tenant (dependencies) on company_id, store_id from app.order_calls;

alter table app.stores add column if not exists call_attempts_limit integer
  constraint stores_call_attempts_limit_check check (call_attempts_limit between 1 and 100);
alter table app.orders add column if not exists call_count integer not null default 0
  constraint orders_call_count_check check (call_count >= 0);
alter table app.orders add column if not exists last_call_at timestamptz;
alter table app.orders add column if not exists last_call_outcome text
  constraint orders_last_call_outcome_check check (last_call_outcome in ('confirmed', 'no_answer', 'switched_off',
    'wrong_number', 'will_call_back', 'refused', 'asked_to_change'));
alter table app.orders add column if not exists call_limit_reached boolean not null default false;
alter table app.orders drop constraint if exists orders_calls_have_a_last_one;
alter table app.orders add constraint orders_calls_have_a_last_one check (
  (call_count > 0) = (last_call_at is not null) and (call_count > 0) = (last_call_outcome is not null));
-- For the lists: groups of orders alike in status, last outcome and number of calls, ten and more being one.
create index if not exists orders_calls_idx on app.orders
  (store_id, status, last_call_outcome, least(call_count, 10), created_at desc, id desc)
  where last_call_outcome is not null;

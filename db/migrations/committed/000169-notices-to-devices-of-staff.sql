--! Previous: sha1:974d8a897b76d7852efd73a959f7720eb9f241f1
--! Hash: sha1:119a4aa90e143895d0cba76f4be6fb5480aa71f7
--! Message: notices to devices of staff

--! split: 1-current.sql
-- Enter migration here
do $$
begin
  if not exists (select from pg_constraint c where c.conname = 'staff_sessions_company_id_id_key') then
    alter table app.staff_sessions add constraint staff_sessions_company_id_id_key unique (company_id, id);
  end if;
end
$$;

create table if not exists app.push_keys (
  company_id uuid primary key references app.companies,
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  sealed_key text not null check (length(sealed_key) between 1 and 500),
  created_at timestamptz not null
);
alter table app.push_keys alter column company_id set (n_distinct = 3);

create table if not exists app.staff_push_devices (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  session_id uuid not null,
  store_id uuid,
  new_orders boolean not null,
  call_backs boolean not null,
  language text not null check (language in ('en', 'bn')),
  digits text not null check (digits in ('latn', 'beng')),
  endpoint text not null check (length(endpoint) between 1 and 1000),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  call_backs_upto timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  not_before timestamptz not null,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  constraint staff_push_devices_company_id_id_key unique (company_id, id),
  constraint staff_push_devices_endpoint_key unique (company_id, endpoint),
  constraint staff_push_devices_company_id_session_id_fkey
    foreign key (company_id, session_id) references app.staff_sessions (company_id, id) on delete cascade,
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  foreign key (company_id, store_id) references app.stores (company_id, id)
);
create index if not exists staff_push_devices_staff_id_idx on app.staff_push_devices (company_id, staff_id);
create index if not exists staff_push_devices_session_id_idx on app.staff_push_devices (company_id, session_id);
create index if not exists staff_push_devices_new_orders_idx on app.staff_push_devices (company_id) where new_orders;
create index if not exists staff_push_devices_call_backs_idx on app.staff_push_devices (company_id) where call_backs;
alter table app.staff_push_devices alter column company_id set (n_distinct = 3);
alter table app.staff_push_devices alter column store_id set (n_distinct = 3);

create table if not exists app.push_notices (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  device_id uuid not null,
  kind text not null check (kind in ('new_order', 'call_back', 'test')),
  store_id uuid,
  order_id uuid,
  created_at timestamptz not null,
  constraint push_notices_once unique nulls not distinct (company_id, device_id, kind, order_id),
  constraint push_notices_name_an_order check (
    (kind = 'test') = (order_id is null) and (order_id is null) = (store_id is null)),
  constraint push_notices_device_id_fkey
    foreign key (company_id, device_id) references app.staff_push_devices (company_id, id) on delete cascade,
  foreign key (company_id, store_id, order_id) references app.orders (company_id, store_id, id)
);
create index if not exists push_notices_order_id_idx on app.push_notices (company_id, store_id, order_id);
alter table app.push_notices alter column company_id set (n_distinct = 3);
alter table app.push_notices alter column store_id set (n_distinct = 3);

do $$
begin
  if to_regtype('staff.push_device') is null then
    create type staff.push_device as (
      id uuid, is_here boolean, user_agent text, new_orders boolean, call_backs boolean, store_id uuid,
      last_sent_at timestamptz, is_failing boolean, created_at timestamptz);
  end if;
end
$$;
comment on type staff.push_device is 'A browser of yours that gets notices of new orders and call-backs.';
comment on column staff.push_device.id is 'What remove_push_device and send_test_push take.';
comment on column staff.push_device.is_here is 'Whether it is the one whose endpoint was given.';
comment on column staff.push_device.user_agent is 'The browser, as it calls itself.';
comment on column staff.push_device.new_orders is 'Whether it is told of new orders.';
comment on column staff.push_device.call_backs is 'Whether it is told of call-backs that become due.';
comment on column staff.push_device.store_id is 'The only store that it is told of; null: all.';
comment on column staff.push_device.last_sent_at is 'When its push service last took a notice; null: never yet.';
comment on column staff.push_device.is_failing is 'Whether its push service did not take the last one.';
comment on column staff.push_device.created_at is 'When it was turned on.';

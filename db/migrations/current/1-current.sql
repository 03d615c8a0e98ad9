-- What an endpoint misses while it is off: one row an absence, not one an event. Deliveries that were held before stay until
-- they are recovered or 30 days old.
create table if not exists app.webhook_gaps (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  store_id uuid not null,
  endpoint_id uuid not null,
  event_types text[] not null,
  after_sequence bigint not null,
  upto_sequence bigint,
  ended_at timestamptz,
  constraint webhook_gaps_pkey primary key (id),
  constraint webhook_gaps_company_id_store_id_fkey foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint webhook_gaps_store_id_endpoint_id_fkey
    foreign key (store_id, endpoint_id) references app.webhook_endpoints (store_id, id),
  constraint webhook_gaps_end_after_their_start check (upto_sequence >= after_sequence),
  constraint webhook_gaps_ended_have_a_time check ((upto_sequence is null) = (ended_at is null))
);
create index if not exists webhook_gaps_store_id_endpoint_id_idx on app.webhook_gaps (store_id, endpoint_id);
create unique index if not exists webhook_gaps_one_open_an_endpoint
  on app.webhook_gaps (endpoint_id) where upto_sequence is null;
comment on table app.webhook_gaps is
  'What webhook endpoints missed while they were off: a part of the stream of events. recover_webhooks delivers it. decisions: 7';
comment on column app.webhook_gaps.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_gaps.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_gaps.store_id is 'The store. The fence compares it.';
comment on column app.webhook_gaps.endpoint_id is 'Who missed it.';
comment on column app.webhook_gaps.event_types is 'What the endpoint wanted to hear of then; {*} is everything.';
comment on column app.webhook_gaps.after_sequence is 'It begins after the event with this sequence.';
comment on column app.webhook_gaps.upto_sequence is 'It ends with the event with this sequence; null while it is open.';
comment on column app.webhook_gaps.ended_at is 'When it ended; 30 days later it is removed.';
comment on column app.webhook_endpoints.status is
  'active, or disabled: then it misses events, which can be recovered for 30 days.';
comment on column app.webhook_deliveries.status is
  'pending, sending, delivered, failed (every try used up) or held (it waited when the endpoint was disabled).';

-- What is disabled today misses from now on.
alter table app.webhook_endpoints no force row level security;
alter table app.webhook_gaps no force row level security;
insert into app.webhook_gaps (company_id, store_id, endpoint_id, event_types, after_sequence)
  select e.company_id, e.store_id, e.id, e.event_types,
    coalesce((select s.last_value from pg_catalog.pg_sequences s
      where s.schemaname = 'app' and s.sequencename = 'events_sequence_seq'), 0)
  from app.webhook_endpoints e
  where e.status = 'disabled'
    and not exists (select from app.webhook_gaps g where g.endpoint_id = e.id and g.upto_sequence is null);
alter table app.webhook_endpoints force row level security;
alter table app.webhook_gaps force row level security;

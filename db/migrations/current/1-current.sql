-- A delivery that is being sent says which worker sends it. Workers say that they live (internal.workers), so a delivery
-- needs no lease of its own.
alter table app.webhook_deliveries
  drop column if exists lease_id,
  drop column if exists lease_expires_at,
  add column if not exists worker_id text;
alter table app.webhook_deliveries drop constraint if exists webhook_deliveries_only_sending_have_a_worker;
alter table app.webhook_deliveries add constraint webhook_deliveries_only_sending_have_a_worker
  check (worker_id is null or status = 'sending');
create index if not exists webhook_deliveries_sending_idx on app.webhook_deliveries (endpoint_id) where status = 'sending';
comment on table app.webhook_deliveries is
  'One row an event and endpoint. What is due of an endpoint is sent by its webhook__deliver job. decisions: 7';
comment on column app.webhook_deliveries.worker_id is 'The worker that is sending it now, by its id in the job queue.';

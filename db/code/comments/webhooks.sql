-- What the tables of db/schema/webhooks.sql and their columns mean.

comment on table app.events is
  'The outbox: a row in the transaction of the change that causes it. sequence rises, so a receiver can drop what '
  'is older.';
comment on column app.events.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.events.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.events.store_id is 'The store. The fence compares it.';
comment on column app.events.sequence is 'Rises with each event, so that a receiver can drop what is older.';
comment on column app.events.type is 'noun.verb: order.updated.';
comment on column app.events.object_id is 'The resource it is about.';
comment on column app.events.object is 'The resource as the API showed it right after the change.';
comment on column app.events.previous is 'What the changed fields held before.';
comment on column app.events.request_id is 'The request that did it: X-Request-Id of the answer and of the log.';
comment on column app.events.created_at is 'When the row was written, by internal.now().';

comment on table app.webhook_endpoints is 'Receivers of a store''s events.';
comment on column app.webhook_endpoints.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_endpoints.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_endpoints.store_id is 'The store. The fence compares it.';
comment on column app.webhook_endpoints.url is 'Where events are posted to.';
comment on column app.webhook_endpoints.description is 'What it is for, in the words of the person who added it.';
comment on column app.webhook_endpoints.event_types is
  'What it wants to hear of; {*} is everything, types invented later included.';
comment on column app.webhook_endpoints.api_version is
  'The version tag of its creation: never changes, so that its receiver never has to.';
comment on column app.webhook_endpoints.status is
  'active, or disabled: then it misses events, which can be recovered for 30 days.';
comment on column app.webhook_endpoints.disabled_reason is
  'staff: switched off by hand. integration: switched off by its key. gone: it answered 410. failing: five days of '
  'nothing but failures. key_gone: the keys that it belongs to are revoked or expired. removed: it is deleted soon.';
comment on column app.webhook_endpoints.disabled_at is 'When it was disabled.';
comment on column app.webhook_endpoints.secret is 'Signs every delivery. Shown once, when it is made.';
comment on column app.webhook_endpoints.previous_secret is
  'The secret before the last rotation: signs beside the new one until previous_secret_expires_at.';
comment on column app.webhook_endpoints.previous_secret_expires_at is
  'Until then the secret before the last rotation signs too.';
comment on column app.webhook_endpoints.failures is
  'Failed attempts since the last success, the first of them at failing_since.';
comment on column app.webhook_endpoints.failing_since is
  'The first failure since the last success; null when all is well.';
comment on column app.webhook_endpoints.last_success_at is 'The last time that it answered with success.';
comment on column app.webhook_endpoints.key_lineage_id is
  'The rotation chain of keys that it belongs to, by its first key: it gets what they may read. Null: staff made it.';
comment on column app.webhook_endpoints.removed_at is
  'When it was removed: no list shows it, and a day later it is deleted.';
comment on column app.webhook_endpoints.created_at is 'When the row was written, by internal.now().';
comment on column app.webhook_endpoints.updated_at is 'When the row last changed.';

comment on table app.webhook_deliveries is
  'One row an event and endpoint. What is due of an endpoint is sent by its webhook__deliver job.';
comment on column app.webhook_deliveries.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_deliveries.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_deliveries.store_id is 'The store. The fence compares it.';
comment on column app.webhook_deliveries.endpoint_id is 'Where to.';
comment on column app.webhook_deliveries.event_id is 'What about.';
comment on column app.webhook_deliveries.status is
  'pending, sending, delivered, failed (every try used up) or held (it waited when the endpoint was disabled).';
comment on column app.webhook_deliveries.attempts is
  'Attempts in the log, over all rounds: first sending, retries, redeliveries.';
comment on column app.webhook_deliveries.failures is
  'Failed attempts of this round: where it stands on the ladder of retries.';
comment on column app.webhook_deliveries.next_attempt_at is 'When it is tried next; null unless pending.';
comment on column app.webhook_deliveries.finished_at is 'When it was delivered or given up.';
comment on column app.webhook_deliveries.created_at is 'When the row was written, by internal.now().';
comment on column app.webhook_deliveries.worker_id is 'The worker that is sending it now, by its id in the job queue.';

comment on table app.webhook_attempts is 'The log of attempts, kept 30 days.';
comment on column app.webhook_attempts.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_attempts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_attempts.store_id is 'The store. The fence compares it.';
comment on column app.webhook_attempts.endpoint_id is 'Where to.';
comment on column app.webhook_attempts.delivery_id is 'The delivery that was tried.';
comment on column app.webhook_attempts.attempt is 'Its number within the delivery, from 1.';
comment on column app.webhook_attempts.outcome is
  'delivered: a 2xx. rejected: any other answer. timeout, unreachable: no answer. refused: we may not call that '
  'address, or the key of the endpoint may not read the event. lost: the worker died before it could say.';
comment on column app.webhook_attempts.response_status is 'The HTTP status of the answer; null when there was none.';
comment on column app.webhook_attempts.response_body is 'The first 10 kB of the answer.';
comment on column app.webhook_attempts.error is 'What went wrong, in words.';
comment on column app.webhook_attempts.duration_ms is 'How long it took, in milliseconds.';
comment on column app.webhook_attempts.next_attempt_at is 'When the next try was planned for; null when none was.';
comment on column app.webhook_attempts.created_at is 'When the row was written, by internal.now().';

comment on table app.webhook_attempt_counts is
  'Attempts of an endpoint by outcome since its creation: for metrics, which outlive the log.';
comment on column app.webhook_attempt_counts.endpoint_id is 'The endpoint.';
comment on column app.webhook_attempt_counts.outcome is 'How the attempts ended.';
comment on column app.webhook_attempt_counts.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_attempt_counts.store_id is 'The store. The fence compares it.';
comment on column app.webhook_attempt_counts.count is 'How many.';

comment on table app.webhook_gaps is
  'What webhook endpoints missed while they were off: a part of the stream of events. recover_webhooks delivers it.';
comment on column app.webhook_gaps.id is 'UUIDv7: opaque to clients, rising with time.';
comment on column app.webhook_gaps.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.webhook_gaps.store_id is 'The store. The fence compares it.';
comment on column app.webhook_gaps.endpoint_id is 'Who missed it.';
comment on column app.webhook_gaps.event_types is 'What the endpoint wanted to hear of then; {*} is everything.';
comment on column app.webhook_gaps.after_sequence is 'It begins after the event with this sequence.';
comment on column app.webhook_gaps.upto_sequence is
  'It ends with the event with this sequence; null while it is open.';
comment on column app.webhook_gaps.ended_at is 'When it ended; 30 days later it is removed.';

-- Not at every update: the health of an endpoint changes with each attempt and is no change of the endpoint, and
-- neither is a secret that is encrypted again. A rotation of the secret sets updated_at itself.
create or replace trigger _100_stamp_times
  before insert or update of url, description, event_types, status, disabled_reason on app.webhook_endpoints
  for each row execute function internal.tg__stamp_times();
create or replace trigger _400_journal after insert or update or delete on app.webhook_endpoints
  for each row execute function internal.tg__journal('webhook_endpoint', 'id', '',
    'failures failing_since last_success_at', 'secret previous_secret');

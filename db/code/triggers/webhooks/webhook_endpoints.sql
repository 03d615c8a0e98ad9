-- Not at every update: the health of an endpoint changes with each attempt and is no change of the endpoint.
create or replace trigger _100_stamp_times
  before insert or update of url, description, event_types, status, secret on app.webhook_endpoints
  for each row execute function internal.tg__stamp_times();

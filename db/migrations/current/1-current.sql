-- Enter migration here

-- A secret is encrypted by the processes (server/secrets), or in clear where they have no key.
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_secret_check;
alter table app.webhook_endpoints add constraint webhook_endpoints_secret_check
  check (secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$');
alter table app.webhook_endpoints drop constraint if exists webhook_endpoints_previous_secret_check;
alter table app.webhook_endpoints add constraint webhook_endpoints_previous_secret_check
  check (previous_secret ~ '^(whsec_[A-Za-z0-9+/]{43}=|enc1:[0-9a-f]{8}:[A-Za-z0-9_-]{60,200})$');

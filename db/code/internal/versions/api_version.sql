-- Gives the current version of the API, which a webhook endpoint keeps from its creation on.
-- see: guides/versioning#the-version-tag
create or replace function internal.api_version() returns text
language sql immutable
return '2026-08';
grant execute on function internal.api_version() to haat_api;

-- Gives the current version tag, to which a webhook endpoint is pinned when it is made.
-- spec: Versioning 5
create or replace function internal.api_version() returns text
language sql immutable
return '2026-08';

-- Takes: the input of the video list.
-- Gives: its filter clauses for internal.page_ids: constant text only.
-- What expired unfinished is left out.
-- spec: GET /videos
create or replace function internal.video_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  ' and t.key_id = any ((select internal.current_key_ids())::uuid[])',
  ' and t.abort_reason is distinct from ''expired'' and not internal.has_expired(t.status, t.expires_at, '
    't.lease_expires_at)',
  case when input ->> 'status' is not null then ' and t.status = $1 ->> ''status''' end);
grant execute on function internal.video_filters(jsonb) to haat_api;

-- Gives the rows that come with a release and that nothing else writes: the statuses of orders, their transitions, and
-- which migrations have run. A part of internal.schema_objects.
--
-- As the owner, who alone may read the migrations.
create or replace function internal.release_rows() returns table (kind text, object text, definition text)
language sql stable security definer rows 100
set search_path = ''
begin atomic
  select 'row', 'app.order_statuses ' || s.status, pg_catalog.to_jsonb(s)::text from app.order_statuses s
  union all
  select 'row', pg_catalog.format('app.order_transitions %s to %s', t.from_status, t.to_status),
    pg_catalog.to_jsonb(t)::text
  from app.order_transitions t
  union all
  select 'row', 'graphile_migrate.migrations ' || m.filename, pg_catalog.concat_ws(' after ', m.hash, m.previous_hash)
  from graphile_migrate.migrations m;
end;
revoke execute on function internal.release_rows() from public;
grant execute on function internal.release_rows() to haat_dba;

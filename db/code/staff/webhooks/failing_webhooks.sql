-- Webhook endpoints that fail, or that were switched off because they did: those first that have failed longest.
-- Raises: nothing.
create or replace function staff.failing_webhooks(store_id uuid default null) returns setof app.webhook_endpoints
language sql stable security definer rows 10
set search_path = ''
begin atomic
  select t.* from app.webhook_endpoints t
  where (t.failing_since is not null or t.disabled_reason in ('gone', 'failing'))
    and t.removed_at is null
    and t.store_id = any ((select internal.stores_in_reach(failing_webhooks.store_id))::uuid[])
  order by coalesce(t.failing_since, t.disabled_at), t.id;
end;
grant execute on function staff.failing_webhooks(uuid) to haat_staff;

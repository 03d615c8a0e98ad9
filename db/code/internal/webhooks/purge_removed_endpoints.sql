--! owner: haat_gatekeeper
-- Deletes what is left of webhook endpoints that were removed a day ago: attempts, deliveries, and at last the
-- endpoints. Gives the number of rows.
-- Takes: how many rows of each at most; the next run takes the rest.
create or replace function internal.purge_removed_endpoints(most integer) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select e.id from app.webhook_endpoints e where e.removed_at < internal.now() - interval '1 day');
  v_count bigint := 0;
  v_rows bigint;
begin
  if v_ids = '{}' then
    return 0;
  end if;
  delete from app.webhook_attempts a where a.id in (
    select x.id from app.webhook_deliveries d join app.webhook_attempts x on x.delivery_id = d.id
    where d.store_id in (select e.store_id from app.webhook_endpoints e where e.id = any (v_ids))
      and d.endpoint_id = any (v_ids)
    limit most);
  get diagnostics v_count = row_count;
  delete from app.webhook_deliveries d where d.id in (
    select x.id from app.webhook_deliveries x
    where x.store_id in (select e.store_id from app.webhook_endpoints e where e.id = any (v_ids))
      and x.endpoint_id = any (v_ids)
      and not exists (select from app.webhook_attempts a where a.delivery_id = x.id)
    limit most);
  get diagnostics v_rows = row_count;
  v_count := v_count + v_rows;
  delete from app.webhook_gaps g where g.endpoint_id = any (v_ids);
  delete from app.webhook_attempt_counts c where c.endpoint_id = any (v_ids);
  delete from app.webhook_endpoints e
    where e.id = any (v_ids) and not exists (select from app.webhook_deliveries d
      where d.store_id = e.store_id and d.endpoint_id = e.id);
  get diagnostics v_rows = row_count;
  return v_count + v_rows;
end
$$;

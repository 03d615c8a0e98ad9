-- Gives a test store's slug, API keys and webhook endpoints to its successor, frees the space of its videos, and
-- closes it for good.
-- Takes: the test store, locked together with its company, and its successor.
--
-- Endpoints keep their id and secret. Their log goes, as it goes after 30 days: it is of events of the closed store.
-- So do the answers kept for Idempotency-Keys, which would tell of its orders.
create or replace function internal.hand_over_store(before app.stores, after app.stores) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_ending text := '-' || right(before.id::text, 12);
begin
  perform internal.remove_video(v.id) from app.videos v where v.store_id = before.id and v.status = 'ready';
  perform internal.end_video(v.id, 'cancelled') from app.videos v
    where v.store_id = before.id and v.status = 'uploading' and not internal.is_leased(v.lease_expires_at);
  delete from app.idempotency_keys i
    where i.lineage_id in (select k.lineage_id from app.api_keys k where k.store_id = before.id);
  update app.api_keys k set store_id = after.id where k.store_id = before.id;
  perform from app.webhook_endpoints e where e.store_id = before.id order by e.id for update;
  delete from app.webhook_attempts t where t.store_id = before.id;
  delete from app.webhook_deliveries t where t.store_id = before.id;
  delete from app.webhook_attempt_counts t where t.store_id = before.id;
  delete from app.webhook_gaps t where t.store_id = before.id;
  update app.webhook_endpoints e
    set store_id = after.id, failures = 0, failing_since = null, last_success_at = null
    where e.store_id = before.id;
  perform internal.begin_gap(e.id) from app.webhook_endpoints e
    where e.store_id = after.id and e.status = 'disabled';
  update app.stores t
    set status = 'closed', slug = rtrim(left(before.slug, 180), '-') || v_ending, reset_asked_at = null
    where t.id = before.id;
  update app.stores t set slug = before.slug where t.id = after.id;
end
$$;

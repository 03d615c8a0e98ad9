-- Brings the times that something of a test store waits for forward, and wakes the timers that look for them.
-- Takes: the locked test store and by how much.
--
-- When an unpaid order lapses is told by app.time_jumps (internal.awaiting_payment). Locks are taken as db/README.md
-- lists them.
create or replace function internal.bring_forward(store_id uuid, passed interval) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order record;
begin
  perform internal.lock_company_videos();
  update app.api_keys t set expires_at = t.expires_at - passed, grace_ends_at = t.grace_ends_at - passed
    where t.store_id = bring_forward.store_id and t.revoked_at is null
      and coalesce(t.expires_at, t.grace_ends_at) is not null;
  for v_order in
    select o.id, o.follow_up_at - passed as follow_up_at from app.orders o
    join app.order_statuses s on s.status = o.status and s.stage = 'call_back'
    where o.store_id = bring_forward.store_id and o.follow_up_at is not null
    order by o.id
    for update of o
  loop
    perform api.update_order(jsonb_build_object('store_id', bring_forward.store_id, 'id', v_order.id,
      'follow_up_at', internal.timestamp_text(v_order.follow_up_at)));
  end loop;
  update app.coupons t set starts_at = t.starts_at - passed, ends_at = t.ends_at - passed
    where t.store_id = bring_forward.store_id and coalesce(t.starts_at, t.ends_at) is not null;
  update app.videos t set expires_at = t.expires_at - passed, unshown_since = t.unshown_since - passed
    where t.store_id = bring_forward.store_id and coalesce(t.expires_at, t.unshown_since) is not null;
  update app.webhook_endpoints t
    set failing_since = t.failing_since - passed,
        previous_secret_expires_at = t.previous_secret_expires_at - passed
    where t.store_id = bring_forward.store_id;
  update app.webhook_deliveries t set next_attempt_at = t.next_attempt_at - passed
    where t.store_id = bring_forward.store_id and t.status = 'pending';
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array_agg(e.id)))
    from app.webhook_endpoints e where e.store_id = bring_forward.store_id having count(*) > 0;
  perform internal.enqueue('timer__run', json_build_object('name', w.name), job_key => w.name)
    from unnest('{cancel_unpaid_orders,expire_videos,remove_unshown_videos,disable_failing_endpoints}'::text[])
      as w (name);
end
$$;

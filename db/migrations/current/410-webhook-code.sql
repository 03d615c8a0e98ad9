-- Webhooks and timers.
--!include policies/webhook_endpoints.sql
--!include policies/webhook_deliveries.sql
--!include policies/webhook_attempts.sql
--!include policies/webhook_attempt_counts.sql
--!include triggers/webhook_endpoints.sql

--!include internal/api_version.sql
--!include internal/enqueue.sql
--!include internal/retry_delay.sql
--!include internal/event_envelope.sql
--!include internal/is_failing_for_good.sql
--!include internal/leave_company.sql
--!include internal/new_webhook_secret.sql
--!include internal/check_webhook_url.sql
--!include internal/check_event_types.sql
--!include internal/lock_webhook_endpoint.sql
--!include internal/remember_outbound_rules.sql
--!include internal/report_worker.sql
--!include internal/forget_worker.sql

-- What the workers call.
--!include internal/disable_endpoint.sql
--!include internal/note_endpoint_health.sql
--!include internal/claim_deliveries.sql
--!include internal/record_attempts.sql
--!include internal/take_up_deliveries.sql
--!include internal/worker_metrics.sql
--!include internal/disable_failing_endpoints.sql
--!include internal/unpaid_orders.sql
--!include internal/cancel_unpaid_orders.sql
--!include internal/clean_up_idempotency_keys.sql
--!include internal/clean_up_rate_windows.sql
--!include internal/clean_up_sessions.sql
--!include internal/clean_up_webhooks.sql

-- What staff see and do. A secret leaves the database once: as the result of what made it.
create type staff.webhook_secret as (
  endpoint_id uuid,
  secret text
);
comment on type staff.webhook_secret is 'A webhook endpoint and its signing secret, shown this once.';
--!include staff/webhook_endpoints.sql
--!include staff/webhook_deliveries.sql
--!include staff/webhook_attempts.sql
--!include staff/create_webhook_endpoint.sql
--!include staff/update_webhook_endpoint.sql
--!include staff/rotate_webhook_secret.sql
--!include staff/send_webhook_ping.sql
--!include staff/redeliver_webhook.sql
--!include staff/recover_webhooks.sql

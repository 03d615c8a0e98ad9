-- The tables of schema app that the journal (changes) leaves out, and why. A new table has the trigger _400_journal
-- (db/code/triggers), or a line here: test/architecture/journal.test.ts asks.
create or replace view ledger.unjournaled_tables with (security_invoker = true) as
select t.table_name, t.kind, t.reason
from (values
  ('app.activity_log', 'history', 'append only, sealed'),
  ('app.changes', 'history', 'the journal itself: append only, sealed'),
  ('app.erased_rows', 'history', 'append only, its digest stands in a sealed log'),
  ('app.events', 'history', 'sealed; kept 30 days'),
  ('app.ledger_seal_segments', 'history', 'append only'),
  ('app.ledger_seals', 'history', 'append only, a chain of hashes'),
  ('app.order_calls', 'history', 'append only, with who wrote it'),
  ('app.order_timeline', 'history', 'append only, sealed; old entries leave for an archive'),
  ('app.personal_data_reads', 'history', 'tells of readings, not of changes; kept 400 days'),
  ('app.stock_movements', 'history', 'append only, sealed'),
  ('app.time_jumps', 'history', 'append only'),
  ('app.order_statuses', 'release', 'comes with the release: check_schema'),
  ('app.order_transitions', 'release', 'comes with the release: check_schema'),
  ('app.coupon_redemptions', 'derived', 'check_coupon_orders'),
  ('app.document_numbers', 'derived', 'check_numbers'),
  ('app.inventory_levels', 'derived', 'check_level_sums'),
  ('app.missing_levels', 'derived', 'check_missing_levels'),
  ('app.order_count_changes', 'derived', 'check_order_counts'),
  ('app.order_counts', 'derived', 'check_order_counts'),
  ('app.product_counts', 'derived', 'check_product_counts'),
  ('app.product_documents', 'derived', 'check_product_documents'),
  ('app.product_sales', 'derived', 'check_sales_rollups'),
  ('app.sales_changes', 'derived', 'check_sales_rollups'),
  ('app.sales_days', 'derived', 'check_sales_rollups'),
  ('app.video_starts', 'derived', 'check_video_starts'),
  ('app.webhook_attempt_counts', 'derived', 'check_webhook_counts'),
  ('app.exports', 'technical', 'work that is asked for, and goes seven days after its end'),
  ('app.idempotency_keys', 'technical', 'answers that are kept for retries, 48 hours'),
  ('app.image_links', 'technical', 'pictures that are still to be fetched'),
  ('app.imported_orders', 'technical', 'which orders of another shop are here already'),
  ('app.imports', 'technical', 'the files of jobs, and goes with them'),
  ('app.job_lines', 'technical', 'calls that are still to be made, and goes with its job'),
  ('app.jobs', 'technical', 'work that is asked for, kept 30 days; what it does is journaled'),
  ('app.staff_push_devices', 'technical', 'browsers that get notices; turned on and off in the activity'),
  ('app.push_keys', 'technical', 'made once, and never changed'),
  ('app.push_notices', 'technical', 'what devices are still to be told, four hours'),
  ('app.report_cache', 'technical', 'answers that are good for five minutes'),
  ('app.staff_places', 'technical', 'where people signed in from, to slow strangers only'),
  ('app.video_parts', 'technical', 'parts of uploads that are under way'),
  ('app.webhook_attempts', 'technical', 'a log of deliveries, kept 30 days'),
  ('app.webhook_deliveries', 'technical', 'the queue of what is to be delivered'),
  ('app.webhook_gaps', 'technical', 'which events an endpoint has still to be sent')
) as t (table_name, kind, reason);
comment on column ledger.unjournaled_tables.table_name is 'The table.';
comment on column ledger.unjournaled_tables.kind is
  'history: it tells itself of what was done. release: written by migrations only. derived: a check '
  'computes it again. technical: no record.';
comment on column ledger.unjournaled_tables.reason is 'Why; of what is derived, the check.';
grant select on ledger.unjournaled_tables to haat_dba;

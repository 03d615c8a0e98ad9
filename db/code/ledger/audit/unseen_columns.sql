-- The columns whose damage, by hand and with triggers off, no check sees, and why that may be; null for damage of
-- whole rows. test/ledger/damages.test.ts tries every other column of every table.
create or replace view ledger.unseen_columns with (security_invoker = true) as
select u.table_name, c.column_name, u.reason
from (
  select t.table_name, '*' as columns, t.reason
  from ledger.unjournaled_tables t where t.kind = 'technical'
  union all
  -- check_record_events sees it where it was told by an event.
  select j.table_name, 'updated_at', 'when it was last written, for readers that sync'
  from ledger.journaled_tables j where j.table_name <> 'app.products'
  union all
  select * from (values
    ('app.orders', 'call_limit_reached', 'it only sorts the list of calls'),
    ('app.orders', 'delivered_at cancelled_at', 'another hour of the same day'),
    ('app.order_counts', '-', 'a row of zeros says what no row says'),
    ('app.order_calls', 'note request_id', 'the call itself is told by the timeline'),
    ('app.activity_log', '-', 'a row added since the newest seal is sealed by the next'),
    ('app.changes', '-', 'a row added since the newest seal is sealed by the next'),
    ('app.events', '-', 'a row added since the newest seal is sealed by the next'),
    ('app.order_timeline', '-', 'a row added since the newest seal is sealed by the next'),
    ('app.personal_data_reads', '*', 'counts of readings, which no other row tells'),
    ('app.ledger_seals', 'sealed_at', 'the chain goes by numbers and hashes'),
    ('internal.history_seals', 'sealed_at', 'the chain goes by numbers and hashes'),
    ('internal.history_horizon', '*', 'how far the next run may seal: it seals no row twice and leaves none out'),
    ('app.inventory_levels', 'id created_at updated_at low_stock_threshold threshold_changed_at',
      'it says when to buy, not what is there'),
    ('app.inventory_levels', 'bin', 'it says where to look, not what is there'),
    ('app.coupon_redemptions', 'created_at', 'the time of the order says the same'),
    ('app.product_counts', '- id', 'products are counted where what was counted is missing'),
    ('app.product_documents', '- shape version', 'a copy, which is made again where it is missing or old'),
    ('app.products', 'child_changes', 'a counter that only tells versions apart'),
    ('app.api_keys', 'last_used_at', 'the request log tells each use'),
    ('app.sales_changes', 'variant_id', 'a change that is still to be added up, of no variant'),
    ('app.video_starts', '*', 'a limit of one day'),
    ('app.time_jumps', '*', 'how far the clock of a test store went'),
    ('app.videos', 'check_attempts completion_idempotency_key expires_at storage_upload_id', 'the state of an upload'),
    ('gate.image_calls', '*', 'calls that are under way'),
    ('gate.image_links', '*', 'calls that are under way'),
    ('gate.job_lines', '*', 'calls that are under way'),
    ('gate.rate_windows', '*', 'counts of one minute'),
    ('internal.applied_code', '*', 'npm run migrate compares the code itself'),
    ('internal.audit_runs', '*', 'what audits found, and which share they verified; a whole audit does not ask it'),
    ('internal.verified_seals', '*', 'what audits verified; a whole audit does not ask it'),
    ('internal.context_secret', '*', 'another secret ends the transactions of the moment'),
    ('internal.deployment', '*', 'each start writes what its settings say'),
    ('internal.media_deletions', '*', 'files that are still to be deleted'),
    ('internal.pending_renames', '*', 'events that are still to be sent'),
    ('internal.sign_in_waits', '*', 'waits of minutes'),
    ('internal.timer_runs', '*', 'when timers ran; the worker exports it'),
    ('internal.workers', '*', 'processes that live, which report again in seconds')
  ) as v (table_name, columns, reason)
) u
cross join lateral unnest(string_to_array(u.columns, ' ')) as w (word)
cross join lateral (select nullif(w.word, '-') as column_name) c
group by u.table_name, c.column_name, u.reason;
comment on column ledger.unseen_columns.table_name is 'The table.';
comment on column ledger.unseen_columns.column_name is 'The column; * for all of the table; null for rows.';
comment on column ledger.unseen_columns.reason is 'Why it may be.';
grant select on ledger.unseen_columns to haat_dba;

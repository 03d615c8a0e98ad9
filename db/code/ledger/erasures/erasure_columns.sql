-- Every column that can hold text, and whether an erasure (internal.erase_customer) takes its text away for what tells
-- of the customer. A new column is named here: a test compares this list with the catalog. Of orders (*), those that
-- are not kept are erased.
--
-- What stays, and why. Numbers, times, statuses and what was sold are the books. The transaction_id of a payment and
-- the tracking_code of a parcel are the proofs of money and of delivery; they name no person by themselves. Actors are
-- keys and staff, not customers. An Idempotency-Key is kept 48 hours, so that no retry is done twice. The input of a
-- job's line is kept until it has run, as a call that is still to come. A column that is not about customers is not
-- searched for names that were written there by mistake.
-- In JSON only the keys of internal.personal_keys go: the erased columns of customers and of their orders.
create or replace view ledger.erasure_columns with (security_invoker = true) as
select t.table_name, c.column_name, c.is_erased
from (values
  ('app.customers', 'full_name email phone gender', 'status type'),
  ('app.customer_addresses', 'label recipient_name recipient_phone address_line city area postal_code', ''),
  ('app.orders', '*',
    'number source status payment_status fulfillment_status coupon last_call_outcome delivery_zone'),
  ('app.payments', 'note', 'kind status transaction_id source'),
  ('app.returns', 'reason', 'number status'),
  ('app.order_calls', 'note', 'outcome actor_type actor_name request_id'),
  ('app.attachments', 'file_name caption', 'media_key type sha256 actor_type actor_name'),
  ('app.parcels', 'note', 'status tracking_code work'),
  ('app.order_timeline', 'note detail', 'action from_status to_status prints actor_type actor_name request_id'),
  ('app.activity_log', 'before after', 'actor_type actor_name action object_type request_id'),
  ('app.events', 'object previous', 'type request_id'),
  ('app.idempotency_keys', 'result', 'key operation request_hash sqlstate message fields constraint request_id'),
  ('app.webhook_attempts', 'response_body', 'outcome error'),
  ('app.staff_notes', 'note', 'actor_name'),
  ('app.api_keys', '', 'name type prefix sample last4 key_hash scopes'),
  ('app.attribute_values', '', 'value swatch_hex swatch_image'),
  ('app.attributes', '', 'name slug type input_type'),
  ('app.brands', '', 'name slug logo banner_image description seo_title seo_description status'),
  ('app.categories', '', 'name slug image banner_image description seo_title seo_description status'),
  ('app.changes', 'before after', 'actor_type actor_name operation request_id record_type part action record_digest'),
  ('app.channels', '', 'type name slug status'),
  ('app.companies', '', 'name status'),
  ('app.coupons', '', 'code type status'),
  ('app.courier_charges', '', 'kind note'),
  ('app.courier_rates', '', 'rates'),
  ('app.couriers', '', 'name status'),
  ('app.document_numbers', '', 'prefix'),
  ('app.erased_rows', '', 'log sealed_digest erased_digest'),
  ('app.exports', '', 'operation filters format status storage_key failure_code failure_message'),
  ('app.goods_receipt_lines', '', 'sku'),
  ('app.goods_receipts', '', 'number supplier_document note actor_name'),
  ('app.ledger_seal_segments', '', 'digest row_prints'),
  ('app.ledger_seals', '', 'previous_hash hash'),
  ('app.job_lines', 'result', 'input images sqlstate message meaning fields constraint'),
  ('app.jobs', '', 'actor_name operation scopes on_error status failure_code failure_message'),
  ('app.image_links', '', 'source_url alt_text skus status problem meaning'),
  ('app.imported_orders', '', 'reference'),
  ('app.imports', '', 'kind source file_name columns'),
  ('app.inventory_levels', '', 'bin'),
  ('app.locations', '', 'name code address status'),
  ('app.order_count_changes', '', 'status'),
  ('app.order_counts', '', 'status'),
  ('app.order_items', '', 'sku barcode product_name variant_name options image_media_key'),
  ('app.order_statuses', '', 'status description stage stock cash_state parcel words'),
  ('app.order_transitions', '', 'from_status to_status only_by'),
  ('app.order_views', '', 'name query'),
  ('app.payment_methods', '', 'name type status'),
  ('app.payouts', '', 'reference'),
  ('app.personal_data_reads', '', 'actor_type actor_name kind'),
  ('app.plans', '', 'code name'),
  ('app.product_categories', '', 'product_status'),
  ('app.product_documents', '', 'shape document'),
  ('app.product_images', '', 'media_key alt_text'),
  ('app.products', '', 'name slug short_description description status search_text tags seo_title seo_description'),
  ('app.purchase_lines', '', 'sku'),
  ('app.purchases', '', 'number supplier_name supplier_document note status actor_name'),
  ('app.staff_push_devices', '', 'language digits endpoint p256dh auth'),
  ('app.push_keys', '', 'public_key sealed_key'),
  ('app.push_notices', '', 'kind'),
  ('app.report_cache', '', 'operation parameters document'),
  ('app.staff', '', 'email full_name password_hash role permissions status'),
  ('app.staff_roles', '', 'name description permissions'),
  ('app.staff_authenticators', '', 'recovery_code_hashes sealed_seed seed_hash'),
  ('app.staff_passkeys', '', 'name domain credential_id public_key'),
  ('app.staff_places', '', 'kind place_hash'),
  ('app.staff_sessions', '', 'token_hash address user_agent'),
  ('app.stock_count_lines', '', 'sku actor_name'),
  ('app.stock_counts', '', 'number reason status actor_name'),
  ('app.stock_movements', '', 'sku type reason reference_type reference_number actor_type actor_name request_id'),
  ('app.stock_transfer_lines', '', 'sku'),
  ('app.stock_transfers', '', 'number reason actor_name'),
  ('app.stores', '',
    'name slug domain status currency_code currency_symbol symbol_position timezone date_format '
    'contact_phone contact_email contact_whatsapp contact_address contact_map_url advance_payment_plans '
    'delivery_charges delivery_zones'),
  ('app.variants', '', 'sku barcode name dimensions status option_key'),
  ('app.video_parts', '', 'content_md5'),
  ('app.video_placements', '', 'title'),
  ('app.videos', '',
    'status source source_url file_name content_type storage_key storage_upload_id source_validator '
    'completion_idempotency_key playback_path poster_key cover_key rejection_code rejection_message '
    'abort_reason'),
  ('app.webhook_attempt_counts', '', 'outcome'),
  ('app.webhook_deliveries', '', 'status worker_id'),
  ('app.webhook_endpoints', '',
    'url description event_types api_version status disabled_reason secret previous_secret'),
  ('app.webhook_gaps', '', 'event_types'),
  ('gate.image_calls', '', 'idempotency_key'),
  ('gate.rate_windows', '', 'bucket'),
  ('internal.applied_code', '', 'unit file_digest catalog_digest'),
  ('internal.archives', '', 'log storage_key file_digest previous_hash hash'),
  ('internal.audit_runs', '', 'broken_checks release'),
  ('internal.company_moves', '', 'company_name to_cell state'),
  ('internal.context_secret', '', 'secret'),
  ('internal.departures', '', 'kind previous_hash hash'),
  ('internal.deployment', '', 'media_url outbound_allow cell_state'),
  ('internal.history_horizon', '', 'open_xids'),
  ('internal.history_seals', '', 'log row_prints digest previous_hash hash'),
  ('internal.journal_shapes', '', 'table_name columns'),
  ('internal.media_deletions', '', 'media_key picture storage_upload_id'),
  ('internal.pending_renames', '', 'kind request_id'),
  ('internal.released_schema', '', 'kind object definition'),
  ('internal.seal_heads', '', 'chain hash'),
  ('internal.passkey_challenges', '', 'challenge_hash ceremony'),
  ('internal.sign_in_waits', '', 'key account'),
  ('internal.timer_runs', '', 'name'),
  ('internal.verified_seals', '', 'chain hash'),
  ('internal.workers', '', 'id')
) as t (table_name, erased, kept)
cross join lateral (
  select unnest(case when t.erased = '*'
      then array(
        select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = t.table_name::pg_catalog.regclass and a.attnum > 0 and not a.attisdropped
          and pg_catalog.format_type(a.atttypid, null) ~ '^(text|json)'
          and a.attname::text <> all (pg_catalog.string_to_array(t.kept, ' ')))
      else pg_catalog.string_to_array(t.erased, ' ') end) as column_name, true as is_erased
  union all
  select unnest(pg_catalog.string_to_array(t.kept, ' ')), false
) c;
comment on column ledger.erasure_columns.table_name is 'The table.';
comment on column ledger.erasure_columns.column_name is 'The column: text, JSON or bytes.';
comment on column ledger.erasure_columns.is_erased is 'Whether an erasure takes its text away.';
grant select on ledger.erasure_columns to haat_dba;

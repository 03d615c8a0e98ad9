-- The scope that an API key needs to read what the journal tells of a type of record: the one that reads the records.
-- Null: no scope reads them, and no key is shown their changes. No type with a scope has costs among its columns that
-- count.
create or replace view internal.record_scopes as
select s.record_type, s.scope
from (values
  ('attribute', 'products:read'),
  ('attribute_value', 'products:read'),
  ('brand', 'products:read'),
  ('category', 'products:read'),
  ('channel', 'channels:read'),
  ('courier', 'parcels:read'),
  ('customer', 'customers:read'),
  ('customer_address', 'customers:read'),
  ('location', 'locations:read'),
  ('order', 'orders:read'),
  ('order_item', 'orders:read'),
  ('parcel', 'parcels:read'),
  ('payment', 'payments:read'),
  ('payment_method', 'store:read'),
  ('payout', 'payments:read'),
  ('product', 'products:read'),
  ('product_category', 'products:read'),
  ('product_image', 'products:read'),
  ('return', 'returns:read'),
  ('return_line', 'returns:read'),
  ('store', 'store:read'),
  ('variant', 'products:read'),
  ('variant_option', 'products:read'),
  ('video_placement', 'products:read'),
  ('api_key', null),
  ('attachment', null),
  ('company', null),
  ('coupon', null),
  ('courier_charge', null),
  ('courier_rate', null),
  ('goods_receipt', null),
  ('goods_receipt_line', null),
  ('plan', null),
  ('purchase', null),
  ('purchase_line', null),
  ('order_view', null),
  ('staff', null),
  ('staff_authenticator', null),
  ('staff_note', null),
  ('staff_passkey', null),
  ('staff_role', null),
  ('staff_session', null),
  ('stock_count', null),
  ('stock_count_line', null),
  ('stock_transfer', null),
  ('stock_transfer_line', null),
  ('variant_cost', null),
  -- A video or an endpoint is its own key's alone.
  ('video', null),
  ('webhook_endpoint', null)
) as s (record_type, scope);
grant select on internal.record_scopes to haat_api, haat_gatekeeper;
comment on column internal.record_scopes.record_type is 'The type (ledger.journaled_tables).';
comment on column internal.record_scopes.scope is 'The scope; null: none.';

-- What npm run haat -- repair can work out again (ledger.repair), and which check finds it broken.
create or replace view ledger.repairs with (security_invoker = true) as
select r.what, r.check_name
from (values
  ('levels', 'check_level_sums'),
  ('orders', 'check_order_payments'),
  ('orders', 'check_order_totals'),
  ('orders', 'check_order_amounts'),
  ('orders', 'check_order_parcels'),
  ('counts', 'check_order_counts'),
  ('counts', 'check_sales_rollups'),
  ('counts', 'check_coupon_counts'),
  ('counts', 'check_product_counts'),
  ('products', 'check_product_search'),
  ('products', 'check_product_images'),
  ('products', 'check_product_documents')
) as r (what, check_name);
comment on column ledger.repairs.what is 'levels, orders, counts or products.';
comment on column ledger.repairs.check_name is 'The check whose findings it mends.';
grant select on ledger.repairs to haat_dba;

-- The products that each store has, without those that are archived, are what a count of them gives.
-- Folded or not. internal.rebuild_product_counts repairs what it finds.
create or replace view ledger.check_product_counts with (security_invoker = true) as
select x.company_id, x.store_id, format('products of store %s', x.store_id) as object,
  sum(x.kept)::text as found, sum(x.counted)::text as expected
from (
  select company_id, store_id, id = 0 as is_base, products as kept, 0 as counted
  from app.product_counts
  union all
  select p.company_id, p.store_id, false, 0, count(*) filter (where p.status <> 'archived')
  from app.products p
  group by p.company_id, p.store_id
) x
group by x.company_id, x.store_id
-- Of a store that was not counted yet the products are counted (internal.count_products).
having bool_or(x.is_base) and sum(x.kept) <> sum(x.counted);
call internal.install_check('ledger.check_product_counts');

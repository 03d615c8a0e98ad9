-- A product's categories know its status and its time, by which the lists of a category find it.
create or replace view ledger.check_product_categories with (security_invoker = true) as
select c.company_id, c.store_id, format('product %s in category %s', c.product_id, c.category_id) as object,
  format('%s, of %s', coalesce(c.product_status, 'no status'), c.product_created_at) as found,
  format('%s, of %s', p.status, p.created_at) as expected
from app.product_categories c
join app.products p on p.id = c.product_id
where (c.product_status, c.product_created_at) is distinct from (p.status, p.created_at);
call internal.install_check('ledger.check_product_categories');

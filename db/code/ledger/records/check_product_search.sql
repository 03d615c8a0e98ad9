-- A product is found by its name and by every SKU of its variants.
create or replace view ledger.check_product_search with (security_invoker = true) as
select p.company_id, p.store_id, format('product %s', p.id) as object, format('found by %L', p.search_text) as found,
  format('found by %L', s.text) as expected
from app.products p
cross join lateral (select internal.product_search_text(p.id, p.name) as text) s
where p.search_text <> s.text;
call internal.install_check('ledger.check_product_search');

create or replace view ledger.check_product_search with (security_invoker = true) as
select p.company_id, p.store_id, format('product %s', p.id) as object, format('found by %L', p.search_text) as found, format('found by %L', s.text) as expected
from app.products p
cross join lateral (select internal.product_search_text(p.id, p.name) as text) s
where p.search_text <> s.text;
comment on view ledger.check_product_search is 'A product is found by its name and by every SKU of its variants.';
comment on column ledger.check_product_search.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_product_search.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_product_search.object is 'What is wrong.';
comment on column ledger.check_product_search.found is 'What stands there.';
comment on column ledger.check_product_search.expected is 'What should.';
grant select on ledger.check_product_search to haat_dba;

-- SKUs of one store that differ only in letter case, Unicode form or blanks, which are one SKU since such new ones are
-- refused: a remark, no damage. They stay until staff change them; where several are alike, a look-up finds only the
-- one that is spelled as it is asked for.
create or replace view ledger.skus_alike with (security_invoker = true) as
select v.company_id, v.store_id, array_agg(v.sku order by v.created_at, v.id) as skus,
  array_agg(v.id order by v.created_at, v.id) as variant_ids
from app.variants v
group by v.company_id, v.store_id, internal.fold(v.sku)
having count(*) > 1;
grant select on ledger.skus_alike to haat_dba;
comment on column ledger.skus_alike.company_id is 'The company.';
comment on column ledger.skus_alike.store_id is 'The store.';
comment on column ledger.skus_alike.skus is 'How they are spelled, the oldest first.';
comment on column ledger.skus_alike.variant_ids is 'Their variants, in the same order.';

--! owner: haat_gatekeeper
-- Counts the products of some stores anew: at first, and when ledger.check_product_counts has rows.
-- Takes: stores.
--
-- In one statement, so in one snapshot: what it counts and the changes that it takes away are the same products.
create or replace function internal.rebuild_product_counts(store_ids uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold product counts', 0));
  with taken as (
    delete from app.product_counts c where c.store_id = any (store_ids) and c.id > 0
  )
  insert into app.product_counts as n (id, company_id, store_id, products)
  select 0, s.company_id, s.id, (
    select count(*) from app.products p where p.store_id = s.id and p.status <> 'archived')
  from app.stores s
  where s.id = any (store_ids)
  on conflict on constraint product_counts_pkey do update set products = excluded.products;
end
$$;
grant execute on function internal.rebuild_product_counts(uuid[]) to haat_owner;

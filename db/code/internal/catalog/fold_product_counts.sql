--! owner: haat_gatekeeper
-- Adds up the rows of product_counts of each store, and counts the stores that were not counted yet. A timer; may be
-- run twice.
-- Takes: how many rows at most.
-- Gives: how many rows were added up.
--
-- As internal.fold_order_counts: what is added up goes in the same statement, and one fold works at a time.
create or replace function internal.fold_product_counts(batch integer default 50000) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold product counts', 0)) then
    return 0;
  end if;
  perform internal.rebuild_product_counts(array(
    select s.id
    from app.stores s
    where not exists (
      select from app.product_counts c where c.company_id = s.company_id and c.store_id = s.id and c.id = 0)));
  with taken as (
    delete from app.product_counts c
    where c.ctid = any (array(select t.ctid from app.product_counts t where t.id > 0 limit batch))
    returning c.*
  ), counted as (
    insert into app.product_counts as n (id, company_id, store_id, products)
    select 0, t.company_id, t.store_id, sum(t.products)
    from taken t
    group by t.company_id, t.store_id
    on conflict on constraint product_counts_pkey do update set products = n.products + excluded.products
  )
  select count(*) into v_count from taken;
  return v_count;
end
$$;
grant execute on function internal.fold_product_counts(integer) to haat_worker;

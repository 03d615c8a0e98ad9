--! owner: haat_gatekeeper
-- Counts the products of a company, or of one store, that are not archived, without a look at them.
-- Takes: the company, and the test store; without one, all stores of the company but its test stores, which are
-- outside of the plan.
--
-- Owned by the gatekeeper: the plan is the company's, so products count in all its stores, whatever the caller's key
-- can see. A store that was not counted yet (internal.fold_product_counts) has its products counted here.
create or replace function internal.count_products(company_id uuid, test_store_id uuid default null) returns bigint
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(coalesce(k.products, (
      select count(*) from app.products p where p.store_id = s.id and p.status <> 'archived'))), 0)
    from app.stores s
    left join lateral (
      select sum(c.products) as products
      from app.product_counts c
      where c.company_id = s.company_id and c.store_id = s.id
      having bool_or(c.id = 0)
    ) k on true
    where s.company_id = count_products.company_id
      and case when test_store_id is null then not s.is_test else s.id = test_store_id end);
end
$$;
grant execute on function internal.count_products(uuid, uuid) to haat_owner;

--! owner: haat_gatekeeper
-- Counts the products of a company that are not archived.
--
-- Owned by the gatekeeper: the plan is the company's, so products count in all its stores, whatever the caller's key
-- can see.
create or replace function internal.count_products(company_id uuid) returns bigint
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- They are outside of the plan.
  v_test_ids constant uuid[] := array(
    select s.id from app.stores s where s.company_id = count_products.company_id and s.is_test);
begin
  return (
    select count(*)
    from app.products p
    where p.company_id = count_products.company_id and p.status <> 'archived'
      and array_position(v_test_ids, p.store_id) is null);
end
$$;
grant execute on function internal.count_products(uuid) to haat_owner;

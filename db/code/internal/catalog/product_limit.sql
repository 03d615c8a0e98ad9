-- Gives how many products that are not archived a store's company may have, by its plan; a test store has a limit of
-- its own.
-- Takes: the store.
-- Gives: the limit (null: none), what is said when it is reached, and whether it is the one of a test store.
-- see: guides/limits#the-plan
create or replace function internal.product_limit(store_id uuid, out most integer, out problem jsonb,
  out is_test boolean)
language plpgsql stable
set search_path = ''
as $$
begin
  select s.is_test, p.max_products into is_test, most
    from app.stores s
    join app.companies c on c.id = s.company_id
    join app.plans p on p.id = c.plan_id
    where s.id = product_limit.store_id;
  if is_test then
    most := 1000;
    problem := internal.problem('testFull', jsonb_build_object('most', most));
  else
    problem := internal.problem('planProducts', jsonb_build_object('most', most));
  end if;
end
$$;

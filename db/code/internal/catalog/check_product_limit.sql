-- Refuses a product more when the company's plan allows no further one. Archived products do not count, nor do those
-- of test stores, each of which has a limit of its own.
-- Takes: the product's store.
-- Raises: HT004.
-- spec: Errors
create or replace function internal.check_product_limit(store_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most_in_test constant integer := 1000;
  v_store app.stores;
  v_limit integer;
begin
  select * into v_store from app.stores s where s.id = check_product_limit.store_id;
  if v_store.is_test then
    if (select count(*) from app.products p where p.store_id = v_store.id and p.status <> 'archived')
      >= v_most_in_test
    then
      perform internal.fail('HT004', format('A test store holds %s products; a reset empties it.', v_most_in_test));
    end if;
    return;
  end if;
  select p.max_products into v_limit
    from app.companies c
    join app.plans p on p.id = c.plan_id
    where c.id = v_store.company_id;
  if v_limit is null then
    return;
  end if;
  -- New products of a company with a limit queue here, so that the count is exact. They are rare enough.
  perform pg_advisory_xact_lock(hashtextextended('product limit ' || v_store.company_id, 0));
  if internal.count_products(v_store.company_id) >= v_limit then
    perform internal.fail('HT004',
      format('The plan''s %s products are used up (archived ones do not count).', v_limit));
  end if;
end
$$;

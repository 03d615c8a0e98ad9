-- Refuses a product more when the company's plan allows no further one. Archived products do not count.
-- Takes: a company.
-- Raises: HT004.
-- spec: Errors
create or replace function internal.check_product_limit(company_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_limit integer;
begin
  select p.max_products into v_limit
    from app.companies c
    join app.plans p on p.id = c.plan_id
    where c.id = check_product_limit.company_id;
  if v_limit is null then
    return;
  end if;
  -- New products of a company with a limit queue here, so that the count is exact. They are rare enough.
  perform pg_advisory_xact_lock(hashtextextended('product limit ' || check_product_limit.company_id, 0));
  if internal.count_products(check_product_limit.company_id) >= v_limit then
    perform internal.fail('HT004',
      format('The plan''s %s products are used up (archived ones do not count).', v_limit));
  end if;
end
$$;

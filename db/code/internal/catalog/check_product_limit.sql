-- Takes: a company.
-- Raises HT004 FORBIDDEN_SCOPE when its plan allows no further product that is not archived.
-- spec: Errors
create or replace function internal.check_product_limit(company_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_limit integer;
begin
  select p.max_products into v_limit from app.companies c join app.plans p on p.id = c.plan_id where c.id = check_product_limit.company_id;
  if v_limit is null then
    return;
  end if;
  -- Products are made seldom enough that those of a limited plan may queue: the count is then exact.
  perform pg_advisory_xact_lock(hashtextextended('product limit ' || check_product_limit.company_id, 0));
  if internal.count_products(check_product_limit.company_id) >= v_limit then
    perform internal.fail('HT004', format('The plan''s %s products are used up (archived ones do not count).', v_limit));
  end if;
end
$$;

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
  v_left record;
begin
  if (internal.product_limit(check_product_limit.store_id)).most is null then
    return;
  end if;
  -- New products of a company with a limit queue here, so that the count is exact. They are rare enough.
  perform pg_advisory_xact_lock(hashtextextended('product limit ' || internal.current_company_id(), 0));
  v_left := internal.product_room(check_product_limit.store_id);
  if v_left.room <= 0 then
    perform internal.fail('HT004', v_left.problem);
  end if;
end
$$;

-- Refuses a product more when the company's plan allows no further one. Archived products do not count, nor do those
-- of test stores, each of which has a limit of its own.
-- Takes: the product's store.
-- Raises: HT004.
-- see: guides/limits#the-plan
--
-- Exact, and far below the limit no call waits: those who add a product share a lock, and each of them sees all
-- products but those of the others who hold it now, one each. So near the limit that these could reach it, the share
-- is given back (a savepoint that is undone does that), and the product waits until no other call holds the lock. It
-- is the lock of the limit: that of a test store, which may be filled for long, is not its company's.
create or replace function internal.check_product_limit(store_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_limit constant record := internal.product_limit(store_id);
  v_lock constant bigint := hashtextextended('product limit ' || case when v_limit.is_test
    then check_product_limit.store_id else internal.current_company_id() end, 0);
  v_others constant integer := current_setting('max_connections')::integer;
  v_left record;
begin
  if v_limit.most is null then
    return;
  end if;
  begin
    perform pg_advisory_xact_lock_shared(v_lock);
    v_left := internal.product_room(check_product_limit.store_id);
    if v_left.room > v_others then
      return;
    end if;
    raise object_in_use;
  exception when object_in_use then
    perform pg_advisory_xact_lock(v_lock);
  end;
  v_left := internal.product_room(check_product_limit.store_id);
  if v_left.room <= 0 then
    perform internal.fail('HT004', v_left.problem ->> 'key', v_left.problem -> 'params');
  end if;
end
$$;

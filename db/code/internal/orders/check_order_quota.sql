-- Takes: a company and the store's time zone (its calendar tells the month).
-- Raises HT011 plan_limit_reached when the plan's orders of the month are used up.
-- spec: Errors
--
-- Exact without a row that every order must lock. Order numbers only rise, so those given out since the month's first
-- order are at least as many as its orders: far from the limit that is enough, and nothing is counted. Nearer, orders
-- are counted; so near that those of all other connections, not yet visible, could reach the limit, orders of the company
-- queue on an advisory lock and count again.
create or replace function internal.check_order_quota(company_id uuid, timezone text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_quota integer;
  v_since constant timestamptz := date_trunc('month', internal.now() at time zone timezone) at time zone timezone;
  v_others constant integer := current_setting('max_connections')::integer;
  v_most bigint;
  v_used bigint;
begin
  select p.orders_per_month into v_quota from app.companies c join app.plans p on p.id = c.plan_id where c.id = check_order_quota.company_id;
  if v_quota is null then
    return;
  end if;
  -- Another connection may have drawn a lower number and a later time than the first order.
  select coalesce(sum(pg_sequence_last_value(format('numbers.%I', 'orders_' || replace(m.store_id::text, '-', ''))::regclass) - m.first_number + 1 + v_others), 0)
    into v_most
    from internal.find_first_orders(check_order_quota.company_id, v_since) m;
  if v_most + v_others < v_quota then
    return;
  end if;
  v_used := internal.count_orders(check_order_quota.company_id, v_since, v_quota);
  if v_used + v_others >= v_quota then
    perform pg_advisory_xact_lock(hashtextextended('order quota ' || check_order_quota.company_id, 0));
    v_used := internal.count_orders(check_order_quota.company_id, v_since, v_quota);
  end if;
  if v_used >= v_quota then
    perform internal.fail('HT011', format('The plan''s %s orders of this month are used up.', v_quota));
  end if;
end
$$;

-- Refuses a new order when the orders that the company's plan allows in a month are used up.
-- Takes: a company, the time zone of the order's store, whose calendar says when the month began, and of an order that
-- is only planned how many others are planned before it; then no call waits.
-- Raises: HT011.
-- see: guides/limits#the-plan
--
-- Exact, and without a row that every order must lock. Order numbers only rise, so the numbers given since the first
-- order of the month are at least as many as the orders. Far below the limit that is enough, and nothing is counted.
-- Nearer, the orders are counted. So near that the orders of all other connections, which cannot be seen yet, could
-- reach the limit, the company's orders queue on an advisory lock and count again.
create or replace function internal.check_order_quota(company_id uuid, timezone text,
  planned integer default null) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_since constant timestamptz := date_trunc('month', internal.now() at time zone timezone) at time zone timezone;
  v_others constant integer := current_setting('max_connections')::integer;
  v_quota integer;
  v_at_most bigint;
  v_used bigint;
begin
  select p.orders_per_month into v_quota
    from app.companies c
    join app.plans p on p.id = c.plan_id
    where c.id = check_order_quota.company_id;
  if v_quota is null then
    return;
  end if;
  -- Another connection may have drawn a lower number and a later time than the first order. A sequence that is behind
  -- (internal.catch_up_order_numbers) says nothing: then the orders are counted.
  select coalesce(sum(case when n.last_number >= f.first_number then n.last_number - f.first_number + 1 + v_others
      else v_quota end), 0)
    into v_at_most
    from internal.find_first_orders(check_order_quota.company_id, v_since) f
    cross join lateral (
      select coalesce(pg_sequence_last_value(internal.order_numbers(f.store_id)), 0) as last_number) n;
  if v_at_most + v_others + coalesce(planned, 0) < v_quota then
    return;
  end if;
  v_used := internal.count_orders(check_order_quota.company_id, v_since, v_quota) + coalesce(planned, 0);
  if planned is null and v_used + v_others >= v_quota then
    perform pg_advisory_xact_lock(hashtextextended('order quota ' || check_order_quota.company_id, 0));
    v_used := internal.count_orders(check_order_quota.company_id, v_since, v_quota);
  end if;
  if v_used >= v_quota then
    perform internal.fail('HT011', 'planOrders', jsonb_build_object('most', v_quota));
  end if;
end
$$;

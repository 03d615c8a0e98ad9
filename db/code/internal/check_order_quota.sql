-- Exact without a row that every order must lock: far from the limit a count is enough; near it (so near that the orders
-- of all other connections, not yet visible, could reach it) orders of this company queue on an advisory lock and count again.
create or replace function internal.check_order_quota(company_id uuid, timezone text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_quota integer;
  v_since constant timestamptz := date_trunc('month', internal.now() at time zone timezone) at time zone timezone;
  v_used bigint;
begin
  select p.orders_per_month into v_quota from app.companies c join app.plans p on p.id = c.plan_id where c.id = check_order_quota.company_id;
  if v_quota is null then
    return;
  end if;
  select count(*) into v_used
    from (select from app.orders o where o.company_id = check_order_quota.company_id and o.created_at >= v_since limit v_quota) x;
  if v_used + current_setting('max_connections')::integer >= v_quota then
    perform pg_advisory_xact_lock(hashtextextended('order quota ' || check_order_quota.company_id, 0));
    select count(*) into v_used
      from (select from app.orders o where o.company_id = check_order_quota.company_id and o.created_at >= v_since limit v_quota) x;
  end if;
  if v_used >= v_quota then
    perform internal.fail('HT011', format('The plan''s %s orders of this month are used up.', v_quota));
  end if;
end
$$;
comment on function internal.check_order_quota(uuid, text) is 'Takes a company and the store''s time zone (its calendar tells the month); raises HT011 plan_limit_reached when the plan''s orders of the month are used up. spec: Errors';

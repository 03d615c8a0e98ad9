-- What your company's plan allows, and what is used of it.
-- Raises: nothing.
--
-- By the functions that refuse what goes beyond. The month of an order's quota is that of its own store; here it is that
-- of the company's first.
create or replace function staff.plan_use() returns staff.plan_use
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
  v_timezone text;
  v_plan app.plans;
  v_use staff.plan_use;
begin
  select p.* into v_plan from app.companies c join app.plans p on p.id = c.plan_id where c.id = v_company_id;
  select s.timezone into v_timezone
    from app.stores s
    where s.company_id = v_company_id
    order by s.created_at, s.id
    limit 1;
  v_timezone := coalesce(v_timezone, 'UTC');
  v_use := (v_plan.name, v_plan.api_access, v_plan.advanced_reports, v_plan.product_videos, v_plan.reads_per_minute,
    v_plan.writes_per_minute, 0, v_plan.orders_per_month, 0, v_plan.max_products, 0, v_plan.video_storage_bytes,
    v_plan.videos_per_product);
  v_use.orders_this_month := internal.count_orders(v_company_id,
    date_trunc('month', internal.now() at time zone v_timezone) at time zone v_timezone, 100000);
  v_use.products := internal.count_products(v_company_id);
  v_use.video_bytes := internal.used_video_storage(v_company_id);
  return v_use;
end
$$;
grant execute on function staff.plan_use() to haat_staff;

-- Creates a discount code of a store: percent, fixed or free_shipping, with its dates, minimum and limits.
-- Codes are stored in capitals; shoppers may type them in any case.
-- Needs settings.manage.
-- Raises: HT014, HT100, HT008 (value, ends_at); 23505 (code).
create or replace function staff.create_coupon(store_id uuid, code text, type text, value numeric default 0,
  starts_at timestamptz default null, ends_at timestamptz default null,
  minimum_subtotal numeric default 0, maximum_discount numeric default null, usage_limit integer default null,
    usage_limit_per_customer integer default null) returns app.coupons
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_coupon app.coupons;
begin
  perform internal.require_permission('settings.manage');
  if not exists (select from app.stores s where s.id = create_coupon.store_id) then
    perform internal.fail('HT100', 'gone', '{"thing": "store"}');
  end if;
  v_coupon.code := internal.coupon_code(create_coupon.code);
  v_coupon.type := create_coupon.type;
  v_coupon.value := coalesce(create_coupon.value, 0);
  v_coupon.starts_at := create_coupon.starts_at;
  v_coupon.ends_at := create_coupon.ends_at;
  v_coupon.minimum_subtotal := coalesce(create_coupon.minimum_subtotal, 0);
  v_coupon.maximum_discount := create_coupon.maximum_discount;
  v_coupon.usage_limit := create_coupon.usage_limit;
  v_coupon.usage_limit_per_customer := create_coupon.usage_limit_per_customer;
  perform internal.check_coupon(v_coupon);
  insert into app.coupons (company_id, store_id, code, type, value, starts_at, ends_at, minimum_subtotal,
    maximum_discount, usage_limit, usage_limit_per_customer)
  values (internal.current_company_id(), create_coupon.store_id, v_coupon.code, v_coupon.type, v_coupon.value,
    v_coupon.starts_at, v_coupon.ends_at, v_coupon.minimum_subtotal, v_coupon.maximum_discount, v_coupon.usage_limit,
    v_coupon.usage_limit_per_customer)
  returning * into v_coupon;
  return v_coupon;
end
$$;
grant execute on function staff.create_coupon(uuid, text, text, numeric, timestamptz, timestamptz, numeric, numeric,
  integer, integer) to haat_staff;

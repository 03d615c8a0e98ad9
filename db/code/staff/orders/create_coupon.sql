-- Creates a discount code of a store: percent, fixed or free_shipping, with its dates, minimum and limits.
-- Codes are stored in capitals; shoppers may type them in any case.
-- Needs settings.manage.
-- Raises: HT014, HT100, HT008; 23505 (code).
create or replace function staff.create_coupon(store_id uuid, code text, type text, value numeric default 0,
  starts_at timestamptz default null, ends_at timestamptz default null,
  minimum_subtotal numeric default 0, maximum_discount numeric default null, usage_limit integer default null,
    usage_limit_per_customer integer default null) returns app.coupons
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_coupon app.coupons;
  v_code constant text := upper(internal.fold(create_coupon.code));
begin
  perform internal.require_permission('settings.manage');
  if not exists (select from app.stores s where s.id = create_coupon.store_id) then
    perform internal.fail('HT100', 'No such store.');
  elsif coalesce(length(v_code) not between 1 and 50, true) then
    perform internal.field_error('HT008', 'code', 'must be 1 to 50 characters long');
  elsif coalesce(type not in ('percent', 'fixed', 'free_shipping'), true) then
    perform internal.field_error('HT008', 'type', 'must be one of percent, fixed, free_shipping');
  elsif type <> 'free_shipping' and not coalesce(value > 0 and value <= case type when 'percent' then 100
    else 9999999999.99 end and value = round(value, 2), false) then
    perform internal.field_error('HT008', 'value', case type when 'percent'
      then 'must be above 0 and at most 100, with at most two decimals' else 'must be an amount above 0' end);
  elsif type = 'free_shipping' and coalesce(value, 0) <> 0 then
    perform internal.field_error('HT008', 'value', 'must be 0 for free_shipping');
  elsif ends_at <= starts_at then
    perform internal.field_error('HT008', 'ends_at', 'must be after starts_at');
  elsif minimum_subtotal < 0 then
    perform internal.field_error('HT008', 'minimum_subtotal', 'must not be negative');
  elsif maximum_discount <= 0 then
    perform internal.field_error('HT008', 'maximum_discount', 'must be above 0');
  elsif usage_limit <= 0 or usage_limit_per_customer <= 0 then
    perform internal.field_error('HT008', case when usage_limit <= 0 then 'usage_limit'
      else 'usage_limit_per_customer' end, 'must be above 0');
  end if;
  insert into app.coupons (company_id, store_id, code, type, value, starts_at, ends_at, minimum_subtotal,
    maximum_discount, usage_limit, usage_limit_per_customer)
  values (internal.current_company_id(), create_coupon.store_id, v_code, create_coupon.type,
    coalesce(create_coupon.value, 0), create_coupon.starts_at, create_coupon.ends_at,
          coalesce(create_coupon.minimum_subtotal, 0), create_coupon.maximum_discount, create_coupon.usage_limit,
            create_coupon.usage_limit_per_customer)
  returning * into v_coupon;
  perform internal.log_activity(v_coupon.store_id, 'coupon.created', 'coupon', v_coupon.id, null, to_jsonb(v_coupon));
  return v_coupon;
end
$$;
grant execute on function staff.create_coupon(uuid, text, text, numeric, timestamptz, timestamptz, numeric, numeric,
  integer, integer) to haat_staff;

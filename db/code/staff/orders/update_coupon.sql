-- Changes a discount code, or switches it off and on (status). What is not given stays; clear names what is to have no
-- limit any more: starts_at, ends_at, maximum_discount, usage_limit, usage_limit_per_customer.
-- A code that an order used keeps code and type. Orders keep what they were given, whatever changes here.
-- Needs settings.manage.
-- Raises: HT014 (permission), HT100 (coupon_id), HT101 (expected_updated_at), HT008 (value, ends_at; what a used
-- code keeps); 23505 (code).
--
-- An order that redeems the coupon holds its row: what was used is read, and compared, under that lock.
create or replace function staff.update_coupon(coupon_id uuid, code text default null, type text default null,
  value numeric default null, starts_at timestamptz default null, ends_at timestamptz default null,
  minimum_subtotal numeric default null, maximum_discount numeric default null, usage_limit integer default null,
  usage_limit_per_customer integer default null, status text default null, clear text[] default null,
  expected_updated_at timestamptz default null)
  returns app.coupons
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_clear constant text[] := coalesce(clear, '{}');
  v_before app.coupons;
  v_coupon app.coupons;
begin
  perform internal.require_permission('settings.manage');
  select * into v_before from app.coupons c where c.id = update_coupon.coupon_id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "coupon"}');
  end if;
  perform internal.refuse_outdated(update_coupon.expected_updated_at, v_before.updated_at, v_before.id);
  v_coupon := v_before;
  v_coupon.code := coalesce(internal.coupon_code(update_coupon.code), v_before.code);
  v_coupon.type := coalesce(update_coupon.type, v_before.type);
  v_coupon.value := coalesce(update_coupon.value, v_before.value);
  v_coupon.minimum_subtotal := coalesce(update_coupon.minimum_subtotal, v_before.minimum_subtotal);
  v_coupon.status := coalesce(update_coupon.status, v_before.status);
  v_coupon.starts_at := case when not 'starts_at' = any (v_clear)
    then coalesce(update_coupon.starts_at, v_before.starts_at) end;
  v_coupon.ends_at := case when not 'ends_at' = any (v_clear)
    then coalesce(update_coupon.ends_at, v_before.ends_at) end;
  v_coupon.maximum_discount := case when not 'maximum_discount' = any (v_clear)
    then coalesce(update_coupon.maximum_discount, v_before.maximum_discount) end;
  v_coupon.usage_limit := case when not 'usage_limit' = any (v_clear)
    then coalesce(update_coupon.usage_limit, v_before.usage_limit) end;
  v_coupon.usage_limit_per_customer := case when not 'usage_limit_per_customer' = any (v_clear)
    then coalesce(update_coupon.usage_limit_per_customer, v_before.usage_limit_per_customer) end;
  perform internal.check_coupon(v_coupon, v_before.ends_at);
  return internal.change_coupon(v_before, v_coupon);
end
$$;
grant execute on function staff.update_coupon(uuid, text, text, numeric, timestamptz, timestamptz, numeric, numeric,
  integer, integer, text, text[], timestamptz) to haat_staff;

-- Adds a courier to the company. reports_pickups: its orders stay ready to ship until it has picked the parcel up.
-- is_own_rider: the store's own rider, whose parcels never block a payment.
-- Needs settings.manage.
create or replace function staff.create_courier(name text, reports_pickups boolean default false, is_own_rider boolean default false) returns app.couriers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c app.couriers;
begin
  perform internal.require_permission('settings.manage');
  insert into app.couriers (company_id, name, reports_pickups, is_own_rider)
  values (internal.current_company_id(), btrim(create_courier.name), coalesce(create_courier.reports_pickups, false), coalesce(create_courier.is_own_rider, false))
  returning * into c;
  perform internal.log_activity(null, 'courier.created', 'courier', c.id, null, to_jsonb(c));
  return c;
end
$$;
grant execute on function staff.create_courier(text, boolean, boolean) to haat_staff;

-- Adds a courier to the company. Needs settings.manage.
-- Takes: reports_pickups: orders stay ready to ship until the courier has picked the parcel up. is_own_rider: the
-- store's own rider, whose parcels never block a payment.
-- Raises: HT014 (permission), 23505 (name).
create or replace function staff.create_courier(name text, reports_pickups boolean default false,
  is_own_rider boolean default false) returns app.couriers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_courier app.couriers;
begin
  perform internal.require_permission('settings.manage');
  insert into app.couriers (company_id, name, reports_pickups, is_own_rider)
  values (internal.current_company_id(), btrim(create_courier.name), coalesce(create_courier.reports_pickups, false),
    coalesce(create_courier.is_own_rider, false))
  returning * into v_courier;
  return v_courier;
end
$$;
grant execute on function staff.create_courier(text, boolean, boolean) to haat_staff;

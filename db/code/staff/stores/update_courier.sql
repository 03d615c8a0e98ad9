-- Changes a courier, or takes it out of use. What is left out stays. Needs settings.manage.
-- Takes: status is active or inactive.
-- Raises: HT014 (permission), HT100 (id), HT101 (expected_updated_at), 23505 (name).
create or replace function staff.update_courier(id uuid, name text default null, reports_pickups boolean default null,
  status text default null, expected_updated_at timestamptz default null) returns app.couriers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.couriers;
  v_courier app.couriers;
begin
  perform internal.require_permission('settings.manage');
  select * into v_before from app.couriers t where t.id = update_courier.id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "courier"}');
  end if;
  perform internal.refuse_outdated(update_courier.expected_updated_at, v_before.updated_at, v_before.id);
  update app.couriers t set
    name = coalesce(btrim(update_courier.name), t.name),
    reports_pickups = coalesce(update_courier.reports_pickups, t.reports_pickups),
    status = coalesce(update_courier.status, t.status)
    where t.id = v_before.id returning * into v_courier;
  return v_courier;
end
$$;
grant execute on function staff.update_courier(uuid, text, boolean, text, timestamptz) to haat_staff;

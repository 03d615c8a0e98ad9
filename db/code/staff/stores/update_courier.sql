-- Changes a courier, or takes it out of use (status: active, inactive); what is left out stays.
-- Needs settings.manage.
create or replace function staff.update_courier(id uuid, name text default null, reports_pickups boolean default null, status text default null) returns app.couriers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.couriers;
  c app.couriers;
begin
  perform internal.require_permission('settings.manage');
  select * into o from app.couriers t where t.id = update_courier.id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such courier.');
  end if;
  update app.couriers t set
    name = coalesce(btrim(update_courier.name), t.name),
    reports_pickups = coalesce(update_courier.reports_pickups, t.reports_pickups),
    status = coalesce(update_courier.status, t.status)
    where t.id = o.id returning * into c;
  perform internal.log_activity(null, 'courier.updated', 'courier', c.id, to_jsonb(o), to_jsonb(c));
  return c;
end
$$;
grant execute on function staff.update_courier(uuid, text, boolean, text) to haat_staff;

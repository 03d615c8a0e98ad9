-- Renames a sales channel, or takes it out of use (status: active, inactive); its slug stays, integrations rely on
-- it.
-- Needs settings.manage.
create or replace function staff.update_channel(id uuid, name text default null, status text default null) returns app.channels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.channels;
  c app.channels;
begin
  perform internal.require_permission('settings.manage');
  select * into o from app.channels t where t.id = update_channel.id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such channel.');
  end if;
  update app.channels t set name = coalesce(btrim(update_channel.name), t.name), status = coalesce(update_channel.status, t.status)
    where t.id = o.id returning * into c;
  perform internal.log_activity(c.store_id, 'channel.updated', 'channel', c.id, to_jsonb(o), to_jsonb(c));
  return c;
end
$$;
grant execute on function staff.update_channel(uuid, text, text) to haat_staff;

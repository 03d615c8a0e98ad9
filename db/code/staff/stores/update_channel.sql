-- Renames a sales channel, or takes it out of use. Its slug stays, because integrations rely on it. Needs
-- settings.manage.
-- Takes: status is active or inactive.
-- Raises: HT014 (permission), HT100 (id), HT101
-- (expected_updated_at).
create or replace function staff.update_channel(id uuid, name text default null, status text default null,
  expected_updated_at timestamptz default null) returns app.channels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.channels;
  v_channel app.channels;
begin
  perform internal.require_permission('settings.manage');
  select * into v_before from app.channels t where t.id = update_channel.id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "channel"}');
  end if;
  perform internal.refuse_outdated(update_channel.expected_updated_at, v_before.updated_at, v_before.id);
  update app.channels t set
    name = coalesce(btrim(update_channel.name), t.name),
    status = coalesce(update_channel.status, t.status)
    where t.id = v_before.id returning * into v_channel;
  return v_channel;
end
$$;
grant execute on function staff.update_channel(uuid, text, text, timestamptz) to haat_staff;

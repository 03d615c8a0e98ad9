-- Adds a sales channel to a store. Needs settings.manage.
-- Takes: type is manual, storefront, social, marketplace or pos. Orders name the channel by its slug, which is made
-- from the name when left out.
-- Raises: HT014 (permission), HT100 (store_id), 23505 (slug).
create or replace function staff.create_channel(store_id uuid, type text, name text, slug text default null)
  returns app.channels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_channel app.channels;
begin
  perform internal.require_permission('settings.manage');
  perform internal.require_store(create_channel.store_id);
  insert into app.channels (id, company_id, store_id, type, name, slug)
  values (v_id, internal.current_company_id(), create_channel.store_id, create_channel.type,
    btrim(create_channel.name),
    coalesce(
      create_channel.slug,
      internal.free_slug('app.channels', create_channel.store_id,
        internal.slug_from(create_channel.name, 'channel-' || right(v_id::text, 12), 90))))
  returning * into v_channel;
  return v_channel;
end
$$;
grant execute on function staff.create_channel(uuid, text, text, text) to haat_staff;

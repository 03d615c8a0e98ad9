-- Opens a store of the company, with a manual channel and cash on delivery. Needs settings.manage.
-- Takes: the slug is made from the name when left out.
-- Raises: HT014 (permission), HT008 (timezone), 23505 (slug).
create or replace function staff.create_store(name text, slug text default null, timezone text default 'Asia/Dhaka',
  currency_code text default 'BDT', currency_symbol text default '৳') returns app.stores
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('settings.manage');
  return internal.open_store(create_store.name, create_store.slug, create_store.timezone, create_store.currency_code,
    create_store.currency_symbol);
end
$$;
grant execute on function staff.create_store(text, text, text, text, text) to haat_staff;

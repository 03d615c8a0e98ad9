-- Opens a store of the company, with a manual channel and cash on delivery. Needs settings.manage.
-- Takes: the slug is made from the name when left out.
-- Raises: HT014 (permission), HT008 (timezone), 23505 (slug).
create or replace function staff.create_store(name text, slug text default null, timezone text default 'Asia/Dhaka',
  currency_code text default 'BDT', currency_symbol text default '৳') returns app.stores
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_store app.stores;
begin
  perform internal.require_permission('settings.manage');
  perform internal.require_timezone(create_store.timezone);
  -- The new store comes into reach before it is written: the fence holds for new rows too.
  perform internal.add_store_to_context(v_id);
  insert into app.stores (id, company_id, name, slug, timezone, currency_code, currency_symbol)
  values (v_id, internal.current_company_id(), btrim(create_store.name),
    coalesce(create_store.slug, internal.slug_from(create_store.name, 'store-' || right(v_id::text, 12))),
    create_store.timezone, create_store.currency_code, create_store.currency_symbol)
  returning * into v_store;
  -- What orders need from the first day on: a default channel, and cash on delivery.
  insert into app.channels (company_id, store_id, type, name, slug)
  values (v_store.company_id, v_store.id, 'manual', 'Manual', 'manual');
  insert into app.payment_methods (company_id, store_id, name, type)
  values (v_store.company_id, v_store.id, 'Cash on delivery', 'cod');
  perform internal.log_activity(v_store.id, 'store.created', 'store', v_store.id, null, to_jsonb(v_store));
  return v_store;
end
$$;
grant execute on function staff.create_store(text, text, text, text, text) to haat_staff;

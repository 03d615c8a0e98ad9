-- Opens a store to try in, and fills it with the demo, which takes some seconds (resetAskedAt is null when it is
-- there). It is outside of reports, of what a plan counts and of company keys. At most 3. Needs settings.manage.
-- Raises: HT014 (permission), HT101 (too many), HT008 (timezone), 23505 (slug).
--
-- Its calendar and currency are those of the company's first store.
create or replace function staff.create_test_store(name text default 'Test store') returns app.stores
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store app.stores;
  v_like app.stores;
begin
  perform internal.require_permission('settings.manage');
  perform internal.check_test_stores(1);
  select * into v_like from app.stores s where not s.is_test order by s.created_at, s.id limit 1;
  v_store := internal.open_store(create_test_store.name, null, coalesce(v_like.timezone, 'Asia/Dhaka'),
    coalesce(v_like.currency_code, 'BDT'), coalesce(v_like.currency_symbol, '৳'), true);
  return internal.ask_for_reset(v_store);
end
$$;
grant execute on function staff.create_test_store(text) to haat_staff;

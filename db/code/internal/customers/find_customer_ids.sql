--! owner: haat_gatekeeper
-- Gives the newest 500 customers whose name contains a text, or their phone (any Bangladeshi spelling) or email: for
-- staff who may see those. Of one store, or of all but the test stores.
--
-- As internal.list_page: the gatekeeper may use the search indexes, so the fence is written out.
create or replace function internal.find_customer_ids(search text, store_id uuid default null) returns setof uuid
language plpgsql stable security definer rows 100
set search_path = ''
as $$
declare
  v_sees_contacts constant boolean := internal.is_permitted('customers.read');
begin
  return query execute
    'select c.id from app.customers c where c.company_id = $2 and c.store_id = any ($3) and '
    || internal.customer_search_clause(search, v_sees_contacts, with_phone => v_sees_contacts)
    || ' order by c.created_at desc, c.id desc limit 500'
    using jsonb_build_object('search', search), internal.current_company_id(),
      internal.stores_in_reach(find_customer_ids.store_id);
end
$$;
grant execute on function internal.find_customer_ids(text, uuid) to haat_staff;

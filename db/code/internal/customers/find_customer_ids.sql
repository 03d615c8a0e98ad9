--! owner: haat_gatekeeper
-- Gives the newest 500 customers whose name contains a text, or their phone (any Bangladeshi spelling) or email: for
-- staff who may see those. Of one store, or of all but the test stores.
--
-- As internal.list_page: the gatekeeper may use the search indexes, so the fence is written out. One or two letters
-- that the newest customers seldom have are found by their index; others by a walk, which soon has enough.
create or replace function internal.find_customer_ids(search text, store_id uuid default null) returns setof uuid
language plpgsql stable security definer rows 100
set search_path = ''
as $$
declare
  v_store_ids constant uuid[] := internal.stores_in_reach(find_customer_ids.store_id);
  v_sees_contacts constant boolean := internal.is_permitted('customers.read');
  v_fence constant text := 'c.company_id = $2 and c.store_id = any ($3)';
  v_clause constant text :=
    internal.customer_search_clause(search, v_sees_contacts, with_phone => v_sees_contacts);
  v_input constant jsonb := jsonb_build_object('search', search);
  v_short text := internal.customer_short_clause(search, 'c');
begin
  if v_short is not null then
    execute format(
      'select case when count(*) < 6 then $4 end from (
         select c.* from app.customers c where %s order by c.created_at desc, c.id desc limit 480) c where %s',
      v_fence, v_clause)
      into v_short using v_input, internal.current_company_id(), v_store_ids, v_short;
  end if;
  return query execute
    format('select c.id from app.customers c where %s and %s%s order by c.created_at desc, c.id desc limit 500',
      v_fence, v_clause, v_short)
    using v_input, internal.current_company_id(), v_store_ids;
end
$$;
grant execute on function internal.find_customer_ids(text, uuid) to haat_staff;

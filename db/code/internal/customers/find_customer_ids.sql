--! owner: haat_gatekeeper
-- Gives the newest 500 customers whose name contains a text, or their phone (any Bangladeshi spelling) or email: for
-- staff who may see those. Of one store, or of all but the test stores.
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.list_page): the fence is written out.
create or replace function internal.find_customer_ids(search text, store_id uuid default null) returns setof uuid
language sql stable security definer rows 100
set search_path = ''
begin atomic
  select unnest(p.ids)
  from internal.list_page('customers', jsonb_strip_nulls(jsonb_build_object(
    'search', find_customer_ids.search,
    'store_id', find_customer_ids.store_id,
    'limit', 500,
    'without_contacts', case when not internal.is_permitted('customers.read') then true end))) p
  where find_customer_ids.search is not null
    and cardinality(internal.stores_in_reach(find_customer_ids.store_id)) > 0;
end;
grant execute on function internal.find_customer_ids(text, uuid) to haat_staff;

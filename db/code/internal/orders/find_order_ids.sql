--! owner: haat_gatekeeper
-- Finds, for the staff's search, the newest 500 orders whose number, customer's name or phone holds a text.
-- Takes: what somebody typed; a Bangladeshi phone number in any spelling.
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.search_products): the fence is written out.
create or replace function internal.find_order_ids(search text) returns setof uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query execute
    'select t.id from app.orders t where t.company_id = $2 and t.store_id = any ($3)'
    || internal.order_filters(jsonb_build_object('search', search))
    || ' order by t.created_at desc, t.id desc limit 500'
    using jsonb_build_object('search', search), internal.current_company_id(), internal.current_store_ids();
end
$$;
grant execute on function internal.find_order_ids(text) to haat_staff;

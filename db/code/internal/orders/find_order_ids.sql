--! owner: haat_gatekeeper
-- Takes: what somebody typed.
-- Gives: the newest 500 orders whose number, customer's name or phone (any Bangladeshi spelling) holds it.
--
-- As internal.search_orders: the gatekeeper may use the search indexes, so the fence is written out.
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

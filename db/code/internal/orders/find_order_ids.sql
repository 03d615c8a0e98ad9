--! owner: haat_gatekeeper
-- Finds, for the staff's search, the newest 500 orders whose number or customer's name holds a text, or the customer's
-- phone: for staff who may see it.
-- Takes: what somebody typed; a Bangladeshi phone number in any spelling.
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.list_page): the fence is written out.
create or replace function internal.find_order_ids(search text) returns setof uuid
language plpgsql stable security definer rows 100
set search_path = ''
as $$
begin
  return query
  select unnest(p.ids) from internal.list_page('orders', jsonb_strip_nulls(jsonb_build_object(
    'search', search,
    'limit', 500,
    'without_phones', case when not internal.is_permitted('customers.read') then true end))) p;
end
$$;
grant execute on function internal.find_order_ids(text) to haat_staff;

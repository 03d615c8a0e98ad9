--! owner: haat_gatekeeper
-- Finds, for the staff's search, the newest 500 orders whose number, customer's name or phone holds a text.
-- Takes: what somebody typed; a Bangladeshi phone number in any spelling.
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.list_page): the fence is written out.
create or replace function internal.find_order_ids(search text) returns setof uuid
language plpgsql stable security definer rows 100
set search_path = ''
as $$
begin
  return query
  select unnest(p.ids) from internal.list_page('orders', jsonb_build_object('search', search, 'limit', 500)) p;
end
$$;
grant execute on function internal.find_order_ids(text) to haat_staff;

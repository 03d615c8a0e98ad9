--! owner: haat_gatekeeper
-- Finds, for the staff's search, the newest 500 orders whose number or customer's name holds a text, or the customer's
-- phone (for staff who may see it), and those with a parcel of that tracking code or a payment of that transaction id.
-- Takes: the text that was typed (a Bangladeshi phone number in any spelling), and filters of the order list.
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.list_page): the fence is written out.
create or replace function internal.find_order_ids(search text, filters jsonb) returns setof uuid
language plpgsql stable security definer rows 100
set search_path = ''
as $$
declare
  v_store_ids constant uuid[] := internal.stores_in_reach((filters ->> 'store_id')::uuid);
begin
  if v_store_ids = '{}' then
    return;
  end if;
  return query
  select unnest(p.ids) from internal.list_page('orders', filters || jsonb_strip_nulls(jsonb_build_object(
    'search', search,
    'limit', 500,
    'without_phones', case when not internal.is_permitted('customers.read') then true end))) p
  union
  select p.order_id
  from unnest(v_store_ids) as s (id)
  join app.parcels p on p.store_id = s.id and lower(p.tracking_code) = lower(search)
  union
  select y.order_id
  from unnest(v_store_ids) as s (id)
  join app.payments y on y.store_id = s.id and y.transaction_id = search
    and y.status = 'settled' and y.kind = 'payment';
end
$$;
grant execute on function internal.find_order_ids(text, jsonb) to haat_staff;

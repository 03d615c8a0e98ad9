--! owner: haat_gatekeeper
-- Finds the parcels that a courier may mean by a code on its sheet: those of that tracking code, and of an order of
-- that number the parcels that were delivered, else its newest.
-- Takes: a code in any case, and a store (null: all but the test stores).
--
-- Owned by the gatekeeper, which may use the index of codes (see internal.list_page): the fence is written out.
create or replace function internal.find_paid_parcels(code text, store_id uuid default null) returns setof app.parcels
language sql stable security definer rows 1
set search_path = ''
begin atomic
  select p.*
  from unnest(internal.stores_in_reach(find_paid_parcels.store_id)) as s (id)
  join app.parcels p on p.store_id = s.id and lower(p.tracking_code) = lower(find_paid_parcels.code)
  where p.company_id = internal.current_company_id()
  union
  select p.*
  from unnest(internal.stores_in_reach(find_paid_parcels.store_id)) as s (id)
  join app.orders o on o.store_id = s.id and o.number = upper(find_paid_parcels.code)
  cross join lateral (
    select c.* from app.parcels c
    where c.store_id = o.store_id and c.order_id = o.id
    order by c.delivered_at is null, c.created_at desc, c.id desc limit 1
  ) p
  where o.company_id = internal.current_company_id();
end;
grant execute on function internal.find_paid_parcels(text, uuid) to haat_staff, haat_owner;

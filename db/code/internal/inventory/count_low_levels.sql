--! owner: haat_gatekeeper
-- Counts the stock levels of active variants at or below their threshold, up to 1,000.
-- Takes: a store (null for all in reach).
create or replace function internal.count_low_levels(store_id uuid) returns bigint
language sql stable security definer
set search_path = ''
begin atomic
  select count(*)
  from (
    select
    from unnest(internal.stores_in_reach(count_low_levels.store_id)) as s (id)
    cross join app.locations a
    join app.inventory_levels l on l.store_id = s.id and l.location_id = a.id and l.is_low_stock
    join app.variants v on v.id = l.variant_id
    where a.company_id = internal.current_company_id() and v.status = 'active'
    limit 1000
  ) x;
end;
grant execute on function internal.count_low_levels(uuid) to haat_staff;

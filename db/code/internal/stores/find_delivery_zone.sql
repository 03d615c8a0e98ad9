-- Finds the delivery zone of an address in a store's table.
-- Takes: the table as app.stores keeps it, and the address of an order: its area, and its district or city.
-- Gives: the zone; null when the table has none for it, and none for everywhere else.
-- see: guides/orders#delivery-charges
--
-- An area with its district comes before an area, an area before a district, a district before everywhere else. Each
-- place stands in one zone (internal.changed_delivery_zones), so there is one answer.
create or replace function internal.find_delivery_zone(zones jsonb, address json) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select z.zone
  from jsonb_array_elements(zones) with ordinality as z (zone, n)
  cross join lateral (
    select internal.fold_place(address ->> 'area') as area,
      internal.fold_place(internal.address_district(address)) as district
  ) a
  left join lateral (
    select min(array_position(array[a.area || ',' || a.district, a.area, a.district],
      internal.fold_place(p.place))) as rank
    from jsonb_array_elements_text(z.zone -> 'places') as p (place)
  ) m on true
  where m.rank is not null or jsonb_array_length(z.zone -> 'places') = 0
  order by m.rank, z.n
  limit 1;
end;
grant execute on function internal.find_delivery_zone(jsonb, json) to haat_api, haat_staff;

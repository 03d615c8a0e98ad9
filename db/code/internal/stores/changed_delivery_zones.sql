-- Gives the table of delivery zones to store: [{name, places, charge, free_from}], amounts with two decimals. Refuses
-- one that would give an address two charges, or none.
-- Takes: the new zones, null (left out) for the old ones; and whether orders are charged by them.
-- Raises: HT008 (delivery_zones).
-- see: guides/orders#delivery-charges
create or replace function internal.changed_delivery_zones(new staff.delivery_zone[], old jsonb, are_charged boolean)
  returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_zones jsonb := old;
  v_elsewhere integer;
  v_twice record;
begin
  if new is not null then
    select coalesce(jsonb_agg(jsonb_build_object(
        'name', btrim(z.name),
        'places', (
          select coalesce(jsonb_agg(btrim(p.place) order by p.k), '[]')
          from unnest(z.places) with ordinality as p (place, k)),
        'charge', z.charge::numeric(12, 2)::text,
        'free_from', z.free_from::numeric(12, 2)::text) order by z.n), '[]')
      into v_zones
      from unnest(new) with ordinality as z (name, places, charge, free_from, n);
  end if;
  select p.line, p.place into v_twice
    from (
      select z.n - 1 as line, t.place,
        row_number() over (partition by internal.fold_place(t.place) order by z.n, t.k) as nth
      from jsonb_array_elements(v_zones) with ordinality as z (zone, n)
      cross join lateral jsonb_array_elements_text(z.zone -> 'places') with ordinality as t (place, k)
    ) p
    where p.nth > 1
    order by p.line
    limit 1;
  if v_twice.place is not null then
    perform internal.field_error('HT008', format('delivery_zones.%s.places', v_twice.line), 'zonePlaceTwice',
      jsonb_build_object('place', v_twice.place));
  end if;
  select count(*) into v_elsewhere from jsonb_array_elements(v_zones) as z (zone)
    where jsonb_array_length(z.zone -> 'places') = 0;
  if v_elsewhere > 1 or are_charged and v_elsewhere = 0 then
    perform internal.field_error('HT008', 'delivery_zones', 'zoneElsewhere');
  end if;
  return v_zones;
end
$$;

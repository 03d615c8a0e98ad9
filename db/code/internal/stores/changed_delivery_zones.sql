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
begin
  if new is not null then
    select coalesce(jsonb_agg(jsonb_build_object(
        'name', btrim(z.name),
        'places', internal.trimmed_places(z.places),
        'charge', z.charge::numeric(12, 2)::text,
        'free_from', z.free_from::numeric(12, 2)::text) order by z.n), '[]')
      into v_zones
      from unnest(new) with ordinality as z (name, places, charge, free_from, n);
  end if;
  perform internal.check_places('delivery_zones', v_zones, are_charged);
  return v_zones;
end
$$;

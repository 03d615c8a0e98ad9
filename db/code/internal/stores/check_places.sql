-- Refuses a table by places that would give an address two rows, or none.
-- Takes: the field to name; its rows, each with places; and whether a row for everywhere else must be there.
-- Raises: HT008.
-- see: guides/orders#delivery-charges
create or replace function internal.check_places(field text, zones jsonb, needs_elsewhere boolean) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_elsewhere integer;
  v_twice record;
begin
  select p.line, p.place into v_twice
    from (
      select z.n - 1 as line, t.place,
        row_number() over (partition by internal.fold_place(t.place) order by z.n, t.k) as nth
      from jsonb_array_elements(zones) with ordinality as z (zone, n)
      cross join lateral jsonb_array_elements_text(z.zone -> 'places') with ordinality as t (place, k)
    ) p
    where p.nth > 1
    order by p.line
    limit 1;
  if v_twice.place is not null then
    perform internal.field_error('HT008', format('%s.%s.places', field, v_twice.line), 'zonePlaceTwice',
      jsonb_build_object('place', v_twice.place));
  end if;
  select count(*) into v_elsewhere from jsonb_array_elements(zones) as z (zone)
    where jsonb_array_length(z.zone -> 'places') = 0;
  if v_elsewhere > 1 or needs_elsewhere and v_elsewhere = 0 then
    perform internal.field_error('HT008', field, 'zoneElsewhere');
  end if;
end
$$;

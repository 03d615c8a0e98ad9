-- Adds values to an attribute.
-- Takes: a locked attribute, entries [{value, position?, swatch_hex?, swatch_image? (stored image)}], and whether an
-- entry without a position gets its place in the list (otherwise 0).
-- Raises: HT008; HT101 for a value that the attribute has, compared as internal.fold does.
-- see: reference/attributes#create_attribute
create or replace function internal.add_values(attribute_id uuid, entries jsonb, numbered boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_attribute app.attributes;
  v_entry record;
begin
  select * into v_attribute from app.attributes a where a.id = add_values.attribute_id;
  for v_entry in
    select w.item, w.n - 1 as n, w.item ->> 'value' as value
    from jsonb_array_elements(entries) with ordinality as w (item, n)
    order by w.n
  loop
    perform internal.check_swatches(v_attribute.input_type, v_entry.item, format('values.%s.', v_entry.n));
    if exists (
      select from app.attribute_values v
      where v.attribute_id = v_attribute.id and internal.fold(v.value) = internal.fold(v_entry.value))
    then
      perform internal.field_error('HT101', format('values.%s.value', v_entry.n), 'valueTaken',
        jsonb_build_object('attribute', v_attribute.name, 'value', v_entry.value));
    end if;
    insert into app.attribute_values (
      company_id, store_id, attribute_id, value, position, swatch_hex, swatch_image)
    values (
      v_attribute.company_id,
      v_attribute.store_id,
      v_attribute.id,
      v_entry.value,
      coalesce((v_entry.item ->> 'position')::integer, case when numbered then v_entry.n else 0 end),
      upper(v_entry.item ->> 'swatch_hex'),
      v_entry.item -> 'swatch_image' ->> 'media_key');
  end loop;
  if (select count(*) from app.attribute_values v where v.attribute_id = v_attribute.id) > 1000 then
    perform internal.field_error('HT008', 'values', 'mostValues', '{"most": 1000}');
  end if;
end
$$;

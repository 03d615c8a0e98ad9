-- Takes: a locked attribute, entries [{value, position?, swatch_hex?, swatch_image? (stored picture)}] and whether an
-- entry without a position stands at its place in the list (else at 0).
-- Adds them.
-- Raises: HT008, HT101 (a value that is there already, as internal.fold compares).
-- spec: POST /attributes
create or replace function internal.add_values(attribute_id uuid, entries jsonb, numbered boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  a app.attributes;
  v_entry record;
begin
  select * into a from app.attributes t where t.id = add_values.attribute_id;
  for v_entry in select w.item, w.n - 1 as n from jsonb_array_elements(entries) with ordinality as w (item, n) order by w.n loop
    perform internal.check_swatches(a.input_type, v_entry.item, format('values.%s.', v_entry.n));
    if exists (select from app.attribute_values v where v.attribute_id = a.id and internal.fold(v.value) = internal.fold(v_entry.item ->> 'value')) then
      perform internal.field_error('HT101', format('values.%s.value', v_entry.n), format('%s already has the value %s', a.name, v_entry.item ->> 'value'));
    end if;
    insert into app.attribute_values (company_id, store_id, attribute_id, value, position, swatch_hex, swatch_image)
    values (a.company_id, a.store_id, a.id, v_entry.item ->> 'value', coalesce((v_entry.item ->> 'position')::integer, case when numbered then v_entry.n else 0 end),
      upper(v_entry.item ->> 'swatch_hex'), v_entry.item -> 'swatch_image' ->> 'media_key');
  end loop;
  if (select count(*) from app.attribute_values v where v.attribute_id = a.id) > 1000 then
    perform internal.field_error('HT008', 'values', 'an attribute has at most 1000 values');
  end if;
end
$$;

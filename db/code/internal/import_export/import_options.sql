-- Makes the attributes and values that the variants of an import name and the store does not have.
-- Takes: the store and the variants with their options by name.
-- Raises: HT008, HT100, HT101, 23505.
--
-- An attribute of that name that describes products is left as it is: the variant is then refused by name.
create or replace function internal.import_options(store_id uuid, variants jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_option record;
  v_attribute_id uuid;
begin
  for v_option in
    select o.option ->> 'attribute' as attribute, o.option ->> 'value' as value
    from jsonb_array_elements(variants) with ordinality as w (variant, n)
    cross join jsonb_array_elements(coalesce(w.variant -> 'options', '[]')) with ordinality as o (option, m)
    where not exists (
      select from app.attributes a
      cross join lateral (
        select from app.attribute_values t
        where t.attribute_id = a.id and internal.fold(t.value) = internal.fold(o.option ->> 'value') limit 1
      ) t
      where a.store_id = import_options.store_id
        and internal.fold(a.name) = internal.fold(o.option ->> 'attribute'))
    order by w.n, o.m
  loop
    select a.id into v_attribute_id from app.attributes a
      where a.store_id = import_options.store_id and internal.fold(a.name) = internal.fold(v_option.attribute);
    if v_attribute_id is null then
      perform api.create_attribute(jsonb_build_object('store_id', import_options.store_id,
        'name', v_option.attribute, 'type', 'variant',
        'values', jsonb_build_array(jsonb_build_object('value', v_option.value))));
    elsif not exists (
      select from app.attribute_values t
      where t.attribute_id = v_attribute_id and internal.fold(t.value) = internal.fold(v_option.value))
    then
      -- Of two imports at once that miss the same value, the second waits and finds it.
      perform internal.lock_attribute(v_attribute_id, import_options.store_id);
      if not exists (
        select from app.attribute_values t
        where t.attribute_id = v_attribute_id and internal.fold(t.value) = internal.fold(v_option.value))
      then
        perform api.add_attribute_values(jsonb_build_object('store_id', import_options.store_id,
          'id', v_attribute_id, 'values', jsonb_build_array(jsonb_build_object('value', v_option.value,
            'position', (select count(*) from app.attribute_values t where t.attribute_id = v_attribute_id)))));
      end if;
    end if;
  end loop;
end
$$;

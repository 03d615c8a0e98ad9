-- Writes a combination of options as variants.option_key keeps it: the ids of its values, sorted.
-- Takes: a store, options [{attribute, value}] by name, compared as internal.fold does, and a prefix for field names.
-- Raises: HT101 for a name that the store does not have, HT008 for an attribute named twice.
--
-- The attributes are locked, so that none becomes a specification while a variant begins to use it.
create or replace function internal.option_key(store_id uuid, options jsonb, field_prefix text) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_names constant text[] := array(select internal.fold(o ->> 'attribute') from jsonb_array_elements(options) o);
  v_option record;
  v_field text;
  v_value_ids uuid[] := '{}';
begin
  perform from app.attributes a
    where a.store_id = option_key.store_id and internal.fold(a.name) = any (v_names)
    order by a.id
    for share;
  for v_option in
    select
      w.n - 1 as n,
      w.item ->> 'attribute' as attribute,
      w.item ->> 'value' as value,
      a.id as attribute_id,
      a.type,
      v.id as value_id
    from jsonb_array_elements(options) with ordinality as w (item, n)
    left join app.attributes a
      on a.store_id = option_key.store_id and internal.fold(a.name) = internal.fold(w.item ->> 'attribute')
    left join app.attribute_values v
      on v.attribute_id = a.id and internal.fold(v.value) = internal.fold(w.item ->> 'value')
    order by w.n
  loop
    v_field := format('%soptions.%s', field_prefix, v_option.n);
    if v_option.attribute_id is null or v_option.type <> 'variant' then
      perform internal.field_error('HT101', v_field || '.attribute',
        format('%s is not a variant attribute of this store', v_option.attribute));
    elsif v_option.value_id is null then
      perform internal.field_error('HT101', v_field || '.value',
        format('%s is not a value of %s', v_option.value, v_option.attribute));
    end if;
    v_value_ids := v_value_ids || v_option.value_id;
  end loop;
  if cardinality(v_names) <> (select count(distinct u.name) from unnest(v_names) u (name)) then
    perform internal.field_error('HT008', field_prefix || 'options', 'names the same attribute twice');
  end if;
  return (select coalesce(string_agg(u.id::text, ' ' order by u.id), '') from unnest(v_value_ids) u (id));
end
$$;

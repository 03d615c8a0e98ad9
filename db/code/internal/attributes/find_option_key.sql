-- Writes a combination of options as variants.option_key keeps it: the ids of its values, sorted.
-- Takes: a store, options [{attribute, value}] by name, compared as internal.fold does, a prefix for field names, and
-- whether names may be new: they are in the key themselves, which is then no other variant's.
-- Raises: HT101 for a name that the store does not have, HT008 for an attribute named twice.
create or replace function internal.find_option_key(store_id uuid, options jsonb, field_prefix text,
  may_be_new boolean) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_option record;
  v_field text;
  v_value_ids uuid[] := '{}';
  v_new text[] := '{}';
  v_names text[] := '{}';
begin
  for v_option in
    select
      w.n - 1 as n,
      w.item ->> 'attribute' as attribute,
      w.item ->> 'value' as value,
      a.id as attribute_id,
      a.type,
      v.id as value_id
    from jsonb_array_elements(options) with ordinality as w (item, n)
    -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
    left join lateral (
      select t.id, t.type from app.attributes t
      where t.store_id = find_option_key.store_id and internal.fold(t.name) = internal.fold(w.item ->> 'attribute')
      limit 1
    ) a on true
    left join lateral (
      select t.id from app.attribute_values t
      where t.attribute_id = a.id and internal.fold(t.value) = internal.fold(w.item ->> 'value') limit 1
    ) v on true
    order by w.n
  loop
    v_field := format('%soptions.%s', field_prefix, v_option.n);
    if v_option.type <> 'variant' or v_option.attribute_id is null and not may_be_new then
      perform internal.field_error('HT101', v_field || '.attribute', 'optionUnknown',
        jsonb_build_object('attribute', v_option.attribute));
    elsif v_option.value_id is null and not may_be_new then
      perform internal.field_error('HT101', v_field || '.value', 'optionUnknown.value',
        jsonb_build_object('value', v_option.value, 'attribute', v_option.attribute));
    elsif v_option.value_id is null then
      v_new := v_new || (internal.fold(v_option.attribute) || E'\n' || internal.fold(v_option.value));
    else
      v_value_ids := v_value_ids || v_option.value_id;
    end if;
    v_names := v_names || internal.fold(v_option.attribute);
  end loop;
  if cardinality(v_names) <> (select count(distinct u.name) from unnest(v_names) u (name)) then
    perform internal.field_error('HT008', field_prefix || 'options', 'optionUnknown.twice');
  end if;
  return (select coalesce(string_agg(u.id::text, ' ' order by u.id), '') from unnest(v_value_ids) u (id))
    || coalesce(E'\n' || (select string_agg(u.name, E'\n' order by u.name) from unnest(v_new) u (name)), '');
end
$$;

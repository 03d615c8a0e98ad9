-- Writes the options of a new variant.
-- Takes: the variant and its options [{attribute, value}] by name, which internal.option_key has checked.
create or replace function internal.add_variant_options(new_variant app.variants, options jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into app.variant_options (company_id, store_id, variant_id, attribute_id, value_id, position)
  select new_variant.company_id, new_variant.store_id, new_variant.id, a.id, v.id, w.n - 1
  from jsonb_array_elements(options) with ordinality as w (item, n)
  join app.attributes a
    on a.store_id = new_variant.store_id and internal.fold(a.name) = internal.fold(w.item ->> 'attribute')
  join app.attribute_values v
    on v.attribute_id = a.id and internal.fold(v.value) = internal.fold(w.item ->> 'value');
end
$$;

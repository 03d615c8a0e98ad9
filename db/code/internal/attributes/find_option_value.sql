-- Finds the attribute value that active variants of a product use, by name.
-- Takes: a product and {attribute, value}, compared as internal.fold does.
-- Gives: the value's id.
-- Raises: HT008; fields.option lists the options there are ("Colour: Red").
-- see: guides/videos#show-it-on-a-product
create or replace function internal.find_option_value(product_id uuid, option jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid;
  v_candidates jsonb;
begin
  with used as (
    select distinct a.name, v.value, v.id
    from app.variants t
    join app.variant_options o on o.variant_id = t.id
    join app.attributes a on a.id = o.attribute_id
    join app.attribute_values v on v.id = o.value_id
    where t.product_id = find_option_value.product_id and t.status = 'active'
  )
  select
      (array_agg(u.id) filter (
        where internal.fold(u.name) = internal.fold(option ->> 'attribute')
          and internal.fold(u.value) = internal.fold(option ->> 'value')))[1],
      jsonb_agg(format('%s: %s', u.name, u.value) order by u.name, u.value)
    into v_id, v_candidates
    from used u;
  if v_id is null then
    perform internal.fail('HT008', 'videoOption.values',
      jsonb_build_object('attribute', option ->> 'attribute', 'value', option ->> 'value'),
      fields => jsonb_build_object('option',
        coalesce(v_candidates, jsonb_build_array(internal.problem('videoOption.none')))));
  end if;
  return v_id;
end
$$;

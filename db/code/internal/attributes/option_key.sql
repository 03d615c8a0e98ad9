-- Writes a combination of options as variants.option_key keeps it, as internal.find_option_key does, and locks the
-- attributes, so that none becomes a specification while a variant begins to use it.
create or replace function internal.option_key(store_id uuid, options jsonb, field_prefix text) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_names constant text[] := array(select internal.fold(o ->> 'attribute') from jsonb_array_elements(options) o);
begin
  perform from app.attributes a
    where a.store_id = option_key.store_id and internal.fold(a.name) = any (v_names)
    order by a.id
    for share;
  return internal.find_option_key(option_key.store_id, options, field_prefix, may_be_new => false);
end
$$;

create or replace function internal.tg_attributes__touch_variants() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.variants v set updated_at = internal.now()
    where v.store_id = new.store_id
      and v.id in (select o.variant_id from app.variant_options o where o.store_id = new.store_id and o.attribute_id = new.id);
  return null;
end
$$;
comment on function internal.tg_attributes__touch_variants() is 'Row trigger: variants show the names of their options, so they (and through them their products) change with the attribute.';

create or replace function internal.tg_brands__touch_products() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.products p set updated_at = internal.now() where p.store_id = new.store_id and p.brand_id = new.id;
  return null;
end
$$;
comment on function internal.tg_brands__touch_products() is 'Row trigger: products show the name and slug of their brand, so they change with it (sync by updated_after).';

create or replace function internal.tg_categories__touch_products() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.products p set updated_at = internal.now()
    where p.store_id = new.store_id
      and p.id in (select pc.product_id from app.product_categories pc where pc.store_id = new.store_id and pc.category_id = new.id);
  return null;
end
$$;
comment on function internal.tg_categories__touch_products() is 'Row trigger: products show the name and slug of their categories, so they change with them (sync by updated_after).';

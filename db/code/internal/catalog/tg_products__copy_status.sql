-- Row trigger: tells a product's categories its new status.
create or replace function internal.tg_products__copy_status() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.product_categories c set product_status = new.status where c.product_id = new.id;
  return null;
end
$$;

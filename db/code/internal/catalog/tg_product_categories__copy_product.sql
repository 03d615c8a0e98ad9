-- Row trigger: keeps the status and the time of a product with its category, by which the lists of the category find
-- it.
create or replace function internal.tg_product_categories__copy_product() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  select p.status, p.created_at into new.product_status, new.product_created_at
    from app.products p
    where p.store_id = new.store_id and p.id = new.product_id;
  return new;
end
$$;

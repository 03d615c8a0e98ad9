-- Enter migration here
-- Lists in a large shop: products of a category by status, short searches of products, orders by how long they lived.

-- A product's categories know its status and time, so that a category is listed by them from an index. The triggers are
-- made here too, so that nothing is missed before the code is there.
alter table app.product_categories
  add column if not exists product_status text,
  add column if not exists product_created_at timestamptz;
comment on column app.product_categories.product_status is 'The status of the product, for the lists of a category.';
comment on column app.product_categories.product_created_at is
  'When the product was written, for the order of the lists of a category.';
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
create or replace function internal.tg_products__copy_status() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.product_categories c set product_status = new.status where c.product_id = new.id;
  return null;
end
$$;
create or replace trigger _200_copy_product before insert on app.product_categories
  for each row execute function internal.tg_product_categories__copy_product();
create or replace trigger _500_copy_status after update on app.products
  for each row when (old.status <> new.status) execute function internal.tg_products__copy_status();
alter table app.product_categories no force row level security;
alter table app.products no force row level security;
alter table app.product_categories disable trigger user;
update app.product_categories c set product_status = p.status, product_created_at = p.created_at
  from app.products p
  where p.id = c.product_id
    and (c.product_status, c.product_created_at) is distinct from (p.status, p.created_at);
alter table app.product_categories enable trigger user;
alter table app.products force row level security;
alter table app.product_categories force row level security;
create index if not exists product_categories_list_idx on app.product_categories
  (store_id, category_id, product_status, product_created_at desc, product_id desc);
drop index if exists app.product_categories_category_id_idx;

-- Searches for one or two letters: a trigram has three.
create index if not exists products_short_grams_idx on app.products using gin (internal.short_grams(search_text));

-- What was created before a moment and changed since lived at that moment: found among the orders that lived as long,
-- by the time of their creation. Where what changed since was gathered by the time of the change, the page of a moment
-- far back read most of the shop.
create or replace function internal.lifespan_class(lifespan interval) returns integer
language sql immutable parallel safe
return pg_catalog.width_bucket(lifespan,
  '{1 hour,6 hours,1 day,2 days,4 days,8 days,16 days,32 days,64 days,128 days,256 days}'::interval[]);
create index if not exists orders_lifespans_idx on app.orders
  (store_id, status, internal.lifespan_class(updated_at - created_at), created_at, id);
drop index if exists app.orders_store_id_changes_idx;
drop index if exists app.orders_company_id_changes_idx;

-- Products know whether they have an image, so that those on sale without one are listed without a look at all others.
alter table app.products add column if not exists has_image boolean not null default false;
comment on column app.products.has_image is 'Whether its gallery has an image; kept by internal.touch_products.';
alter table app.products no force row level security;
alter table app.product_images no force row level security;
alter table app.products disable trigger user;
update app.products p set has_image = true
  where not p.has_image and exists (select from app.product_images i where i.product_id = p.id);
alter table app.products enable trigger user;
alter table app.products force row level security;
alter table app.product_images force row level security;
create index if not exists products_without_image_idx on app.products (store_id, id)
  where not has_image and status = 'active';

do $$
begin
  if not exists (
    select from pg_attribute a
    where a.attrelid = 'staff.work_counts'::regclass and a.attname = 'without_picture' and not a.attisdropped) then
    alter type staff.work_counts add attribute without_picture integer;
  end if;
end
$$;
comment on column staff.work_counts.without_picture is 'Products on sale without an image; products_without_picture lists them.';

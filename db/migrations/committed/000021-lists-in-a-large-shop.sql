--! Previous: sha1:07f5af55cdd47db9c712c02b3ab40cd43dd13c00
--! Hash: sha1:c91958d19f20aa17e7bc2967e9afcf82903d3e0f
--! Message: Lists in a large shop

--! split: 1-current.sql
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

-- Which variants have no inventory level at which location (missing_only): what is not there has no index. Kept by
-- triggers of what makes variants, levels and locations; made here too, so that nothing is missed before the code is
-- there.
do $$
begin
  if to_regclass('app.missing_levels') is null then
    create table app.missing_levels (
      company_id uuid not null,
      store_id uuid not null,
      location_id uuid not null,
      is_archived boolean not null,
      created_at timestamptz not null,
      variant_id uuid not null,
      -- No keys to others: it is written by triggers only.
      constraint missing_levels_pkey
        primary key (store_id, location_id, is_archived, created_at, variant_id, company_id)
    );
    -- The code gives them to the gatekeeper.
    create function internal.tg_variants__note_missing_levels() returns trigger
    language plpgsql security definer
    set search_path = ''
    as $body$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('locations ' || n.company_id::text, 0))
        from (select distinct company_id from new_rows) n;
      insert into app.missing_levels (company_id, store_id, location_id, is_archived, created_at, variant_id)
      select n.company_id, n.store_id, l.id, p.status = 'archived', n.created_at, n.id
      from new_rows n
      join app.products p on p.id = n.product_id
      join app.locations l on l.company_id = n.company_id;
      return null;
    end
    $body$;
    create function internal.tg_inventory_levels__fill_missing() returns trigger
    language plpgsql security definer
    set search_path = ''
    as $body$
    begin
      delete from app.missing_levels m
        using app.variants v
        where v.id = new.variant_id and m.company_id = new.company_id and m.store_id = new.store_id
          and m.location_id = new.location_id and m.is_archived = any (array[false, true])
          and m.created_at = v.created_at and m.variant_id = v.id;
      return null;
    end
    $body$;
    create function internal.tg_locations__note_missing_levels() returns trigger
    language plpgsql security definer
    set search_path = ''
    as $body$
    begin
      perform pg_advisory_xact_lock(hashtextextended('locations ' || new.company_id::text, 0));
      insert into app.missing_levels (company_id, store_id, location_id, is_archived, created_at, variant_id)
      select v.company_id, v.store_id, new.id, p.status = 'archived', v.created_at, v.id
      from app.variants v
      join app.products p on p.id = v.product_id
      where v.company_id = new.company_id;
      return null;
    end
    $body$;
    create function internal.tg_products__archive_missing_levels() returns trigger
    language plpgsql security definer
    set search_path = ''
    as $body$
    begin
      update app.missing_levels m set is_archived = (new.status = 'archived')
        from app.variants v
        cross join app.locations l
        where v.store_id = new.store_id and v.product_id = new.id and l.company_id = new.company_id
          and m.company_id = new.company_id and m.store_id = new.store_id and m.location_id = l.id
          and m.is_archived = (old.status = 'archived')
          and m.created_at = v.created_at and m.variant_id = v.id;
      return null;
    end
    $body$;
  end if;
end
$$;
comment on table app.missing_levels is
  'Variants that have no inventory level at a location, by location and time. Written by triggers of variants, '
  'inventory_levels, locations and products; ledger.check_missing_levels proves it.';
comment on column app.missing_levels.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.missing_levels.store_id is 'The store. The fence compares it.';
comment on column app.missing_levels.location_id is 'The location that has no level of the variant.';
comment on column app.missing_levels.is_archived is 'Whether its product is archived: then it is not listed.';
comment on column app.missing_levels.created_at is 'When the variant was written, for the order of the list.';
comment on column app.missing_levels.variant_id is 'The variant.';
alter table app.missing_levels alter company_id set (n_distinct = 3), alter store_id set (n_distinct = 3),
  alter location_id set (n_distinct = 3);
grant select, insert, update, delete on app.missing_levels to haat_gatekeeper;

create or replace trigger _600_note_missing_levels after insert on app.variants
  referencing new table as new_rows for each statement execute function internal.tg_variants__note_missing_levels();
create or replace trigger _500_fill_missing after insert on app.inventory_levels
  for each row execute function internal.tg_inventory_levels__fill_missing();
create or replace trigger _500_note_missing_levels after insert on app.locations
  for each row execute function internal.tg_locations__note_missing_levels();
create or replace trigger _500_archive_missing_levels after update on app.products
  for each row when ((old.status = 'archived') <> (new.status = 'archived'))
  execute function internal.tg_products__archive_missing_levels();
-- The triggers above hold writers off, so this sees all that they do not.
alter table app.variants no force row level security;
alter table app.products no force row level security;
alter table app.locations no force row level security;
alter table app.inventory_levels no force row level security;
alter table app.missing_levels no force row level security;
insert into app.missing_levels (company_id, store_id, location_id, is_archived, created_at, variant_id)
  select v.company_id, v.store_id, l.id, p.status = 'archived', v.created_at, v.id
  from app.variants v
  join app.products p on p.id = v.product_id
  join app.locations l on l.company_id = v.company_id
  where not exists (select from app.inventory_levels i where i.variant_id = v.id and i.location_id = l.id)
  on conflict do nothing;
alter table app.variants force row level security;
alter table app.products force row level security;
alter table app.locations force row level security;
alter table app.inventory_levels force row level security;
alter table app.missing_levels force row level security;

-- Top products of a long window: what a variant sold in all bounds what it sold in the window, so only those that sold
-- most in all are looked at. One more width of blocks, so wide that all days from 1970 to 2059 are of one.
alter table app.product_sales drop constraint if exists product_sales_days_check;
alter table app.product_sales add constraint product_sales_days_check check (days in (1, 8, 64, 32767));
comment on column app.product_sales.days is
  'Width of the block: 1, 8 or 64 days, counted from 1970-01-01; 32767 for all days, by which variants are ranked.';
create index if not exists product_sales_ranking_idx on app.product_sales
  (company_id, store_id, starts_on, revenue desc, (units_sold - units_returned) desc, variant_id) where days = 32767;
-- The timer of the release before knows three widths: it rests until the code of this one is there.
drop function if exists internal.fold_sales_changes(integer);
select pg_advisory_xact_lock(hashtextextended('fold sales', 0));
alter table app.product_sales no force row level security;
insert into app.product_sales (company_id, store_id, days, starts_on, variant_id, units_sold, units_returned, revenue)
  select p.company_id, p.store_id, 32767, date '1970-01-01', p.variant_id, sum(p.units_sold), sum(p.units_returned),
    sum(p.revenue)
  from app.product_sales p
  where p.days = 64
  group by p.company_id, p.store_id, p.variant_id
  on conflict do nothing;
alter table app.product_sales force row level security;

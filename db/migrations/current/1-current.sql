-- Enter migration here
--!include internal/fold.sql
--!include internal/product_search_text.sql
-- Names are compared as internal.fold does. Forced row-level security blinds the owner, and rows that stay what they are
-- need no new updated_at: both are lifted while rows are looked through.
do $$
declare
  v_names record;
begin
  -- What counted as two names and is one now: the younger one gets the end of its id, or its index could not be built.
  for v_names in
    select * from (values ('attributes', 'store_id', 'name', 100), ('attribute_values', 'attribute_id', 'value', 200),
      ('payment_methods', 'store_id', 'name', 200), ('couriers', 'company_id', 'name', 200)) n (relation, owner, field, longest)
  loop
    execute format('alter table app.%I no force row level security, disable trigger user', v_names.relation);
    execute format($sql$
      update app.%1$I t set %3$I = btrim(left(t.%3$I, %4$s)) || ' (' || right(t.id::text, 8) || ')'
        from (select o.id, row_number() over (partition by o.%2$I, internal.fold(o.%3$I) order by o.created_at, o.id) as n from app.%1$I o) w
        where w.id = t.id and w.n > 1
    $sql$, v_names.relation, v_names.owner, v_names.field, v_names.longest - 11);
    execute format('alter table app.%I force row level security, enable trigger user', v_names.relation);
  end loop;

  alter table app.variants no force row level security;
  alter table app.products no force row level security, disable trigger user;
  update app.products p set search_text = internal.product_search_text(p.id, p.name)
    where p.search_text is distinct from internal.product_search_text(p.id, p.name);
  alter table app.variants force row level security;

  -- What was shown as the thumbnail for want of another is it from now on.
  alter table app.product_images no force row level security, disable trigger user;
  with chosen as (
    update app.product_images i set is_thumbnail = true
      from (select distinct on (o.product_id) o.id from app.product_images o
        where not exists (select from app.product_images x where x.product_id = o.product_id and x.is_thumbnail)
        order by o.product_id, o.position) f
      where i.id = f.id
      returning i.product_id
  )
  update app.products p set updated_at = internal.now() from chosen c where c.product_id = p.id;
  alter table app.product_images force row level security, enable trigger user;
  alter table app.products force row level security, enable trigger user;

  alter table app.coupons no force row level security, disable trigger user;
  update app.coupons c set code = upper(internal.fold(c.code))
    where c.code <> upper(internal.fold(c.code))
      and not exists (select from app.coupons o where o.store_id = c.store_id and o.id <> c.id and upper(internal.fold(o.code)) = upper(internal.fold(c.code)));
  alter table app.coupons force row level security, enable trigger user;
end
$$;

drop index if exists app.attributes_name_key, app.attribute_values_value_key, app.customers_full_name_search_idx;
alter table app.payment_methods drop constraint if exists payment_methods_name_key;
alter table app.couriers drop constraint if exists couriers_name_key;
drop index if exists app.payment_methods_name_key, app.couriers_name_key;
create unique index attributes_name_key on app.attributes (store_id, internal.fold(name));
create unique index attribute_values_value_key on app.attribute_values (attribute_id, internal.fold(value));
create unique index payment_methods_name_key on app.payment_methods (store_id, internal.fold(name));
create unique index couriers_name_key on app.couriers (company_id, internal.fold(name));
create index customers_full_name_search_idx on app.customers using gin (internal.fold(full_name) extensions.gin_trgm_ops);
comment on table app.attribute_values is 'Values of an attribute; the same value may stand once, whatever its letter case, blanks and spelling in Unicode.';
comment on column app.products.search_text is 'Name and SKUs as text is compared (internal.fold), kept by triggers, for search.';

drop function if exists internal.slug_from(text, text);
--!include internal/romanized.sql
--!include internal/slug_from.sql
--!include internal/like_pattern.sql
--!include internal/phone_digits.sql
--!include internal/canonical_phone.sql
--!include internal/catalog_filters.sql
--!include internal/customer_search_clause.sql
--!include internal/order_filters.sql
--!include internal/find_option_value.sql
--!include internal/option_key.sql
--!include internal/add_values.sql
--!include internal/add_variant.sql
--!include internal/knows_address.sql
--!include internal/redeem_coupon.sql
--!include internal/tg_products__check_description.sql
--!include internal/tg_products__search_text.sql
--!include api/update_attribute_value.sql
--!include staff/create_coupon.sql
--!include internal/product_documents.sql
--!include api/create_attribute.sql
--!include api/create_brand.sql
--!include api/create_category.sql
--!include api/create_product.sql
--!include api/update_product_image.sql
--!include staff/create_channel.sql
--!include staff/create_store.sql

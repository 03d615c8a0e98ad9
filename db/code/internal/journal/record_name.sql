-- Gives what people call a record: its name, SKU, number or code as it is now; null where it has none, or is gone.
create or replace function internal.record_name(record_type text, record_id uuid, parent_id uuid) returns text
language sql stable
set search_path = ''
begin atomic
  select case record_name.record_type
    when 'variant' then (select v.sku from app.variants v where v.id = record_name.record_id)
    when 'variant_cost' then (select v.sku from app.variants v where v.id = record_name.record_id)
    when 'variant_option' then (select v.sku from app.variants v where v.id = record_name.record_id)
    when 'product' then (select p.name from app.products p where p.id = record_name.record_id)
    when 'product_category' then (select p.name from app.products p where p.id = record_name.record_id)
    when 'product_image' then (select p.name from app.products p where p.id = record_name.parent_id)
    when 'brand' then (select b.name from app.brands b where b.id = record_name.record_id)
    when 'category' then (select c.name from app.categories c where c.id = record_name.record_id)
    when 'attribute' then (select a.name from app.attributes a where a.id = record_name.record_id)
    when 'attribute_value' then (select a.value from app.attribute_values a where a.id = record_name.record_id)
    when 'order' then (select o.number from app.orders o where o.id = record_name.record_id)
    when 'attachment' then (select a.file_name from app.attachments a where a.id = record_name.record_id)
    when 'customer' then (select c.full_name from app.customers c where c.id = record_name.record_id)
    when 'coupon' then (select c.code from app.coupons c where c.id = record_name.record_id)
    when 'order_view' then (select v.name from app.order_views v where v.id = record_name.record_id)
    when 'purchase' then (select p.number from app.purchases p where p.id = record_name.record_id)
    when 'goods_receipt' then (select r.number from app.goods_receipts r where r.id = record_name.record_id)
    when 'stock_transfer' then (select t.number from app.stock_transfers t where t.id = record_name.record_id)
    when 'stock_count' then (select c.number from app.stock_counts c where c.id = record_name.record_id)
    when 'staff' then (select s.full_name from app.staff s where s.id = record_name.record_id)
    when 'staff_role' then (select r.name from app.staff_roles r where r.id = record_name.record_id)
    when 'api_key' then (select k.name from app.api_keys k where k.id = record_name.record_id)
    when 'webhook_endpoint' then (select w.url from app.webhook_endpoints w where w.id = record_name.record_id)
    when 'store' then (select s.name from app.stores s where s.id = record_name.record_id)
    when 'location' then (select l.name from app.locations l where l.id = record_name.record_id)
    when 'channel' then (select c.name from app.channels c where c.id = record_name.record_id)
    when 'courier' then (select c.name from app.couriers c where c.id = record_name.record_id)
    when 'courier_rate' then (select c.name from app.couriers c where c.id = record_name.record_id)
    when 'payment_method' then (select m.name from app.payment_methods m where m.id = record_name.record_id)
    when 'company' then (select c.name from app.companies c where c.id = record_name.record_id)
    when 'plan' then (select p.name from app.plans p where p.id = record_name.record_id)
    -- Of parcels, payments, returns and lines it is their order.
    else (select o.number from app.orders o where o.id = record_name.parent_id)
  end;
end;
grant execute on function internal.record_name(text, uuid, uuid) to haat_dba, haat_staff;

-- Takes the personal data out of a locked customer and of what belongs to it: addresses, notes, orders,
-- payments, calls, returns, and their files.
-- Gives: whether there was any. Each changed order and the customer send their event, without personal data.
create or replace function internal.erase_records(customer app.customers) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order_ids constant uuid[] := array(
    select o.id from app.orders o where o.store_id = customer.store_id and o.customer_id = customer.id);
  v_columns constant text[] := array(
    select c.column_name from ledger.erasure_columns c where c.table_name = 'app.orders' and c.is_erased);
  v_erased boolean := customer.erased_at is null;
  v_count bigint;
begin
  delete from app.customer_addresses a where a.store_id = customer.store_id and a.customer_id = customer.id;
  get diagnostics v_count = row_count;
  v_erased := v_erased or v_count > 0;
  v_erased := internal.erase_attachments(customer.store_id, v_order_ids) > 0 or v_erased;
  delete from app.staff_notes n
    where n.store_id = customer.store_id and (n.customer_id = customer.id or n.order_id = any (v_order_ids));
  get diagnostics v_count = row_count;
  v_erased := v_erased or v_count > 0;
  update app.payments p set note = null
    where p.store_id = customer.store_id and p.order_id = any (v_order_ids) and p.note is not null;
  get diagnostics v_count = row_count;
  v_erased := v_erased or v_count > 0;
  update app.order_calls k set note = null
    where k.store_id = customer.store_id and k.order_id = any (v_order_ids) and k.note is not null;
  get diagnostics v_count = row_count;
  v_erased := v_erased or v_count > 0;
  update app.returns r set reason = null
    where r.store_id = customer.store_id and r.order_id = any (v_order_ids) and r.reason is not null;
  get diagnostics v_count = row_count;
  v_erased := v_erased or v_count > 0;
  update app.parcels p set note = null
    where p.store_id = customer.store_id and p.order_id = any (v_order_ids) and p.note is not null;
  get diagnostics v_count = row_count;
  v_erased := v_erased or v_count > 0;
  perform internal.publish_parcels(o) from app.orders o where o.id = any (v_order_ids) order by o.id;
  for v_before in
    select * from app.orders o
    where o.id = any (v_order_ids)
      and jsonb_strip_nulls(to_jsonb(o)) ?| v_columns
    order by o.id
  loop
    execute format('update app.orders o set %s where o.id = $1', (
      select string_agg(format('%I = null', c.name), ', ') from unnest(v_columns) as c (name))) using v_before.id;
    perform internal.publish_order(v_before);
    v_erased := true;
  end loop;
  if v_erased then
    update app.customers c set
      full_name = 'Erased customer', email = null, phone = null, gender = null,
      erased_at = coalesce(c.erased_at, internal.now())
      where c.id = customer.id;
    perform internal.publish_customer(customer.id);
  end if;
  return v_erased;
end
$$;

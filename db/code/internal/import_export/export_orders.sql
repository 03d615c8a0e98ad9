-- Gives a store's open orders, before they are packed, as they are written to a file, oldest first, a page at a time.
-- Takes: the store, the last order of the page before (null: the first) and how many.
-- Gives: each as the API shows it with customer and items, and of its first payment the method's name and the
-- transaction.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.export_orders(store_id uuid, after uuid default null, most integer default 100)
  returns table (id uuid, document jsonb)
language plpgsql stable security definer rows 100
set search_path = ''
as $$
begin
  perform internal.require_import(export_orders.store_id, 'orders');
  perform internal.require_permission('customers.read');
  return query
  select o.id, d.document::jsonb || jsonb_build_object('payment_method', p.name, 'transaction_id', p.transaction_id)
  from (
    select array_agg(t.id order by t.id) as ids from (
      select x.id from app.orders x
      where x.store_id = export_orders.store_id and x.status = any (array(
          select s.status from app.order_statuses s where s.stage in ('new', 'call_back', 'on_hold', 'to_pack')))
        and (export_orders.after is null or x.id > export_orders.after)
      order by x.id limit export_orders.most
    ) t
  ) a
  cross join lateral internal.order_documents(a.ids, true, true) d
  join app.orders o on o.id = d.id
  left join lateral (
    select m.name, t.transaction_id from app.payments t join app.payment_methods m on m.id = t.payment_method_id
    where t.order_id = o.id and t.kind = 'payment' and t.status = 'settled'
    order by t.created_at, t.id limit 1
  ) p on true
  order by o.id;
end
$$;
grant execute on function internal.export_orders(uuid, uuid, integer) to haat_staff;

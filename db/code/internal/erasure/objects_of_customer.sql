-- Gives the ids under which the activity log and the events tell of a customer: the customer, its addresses (removed
-- ones too), and its orders with their parcels, payments and returns.
create or replace function internal.objects_of_customer(customer app.customers, order_ids uuid[]) returns uuid[]
language sql stable
begin atomic
  select order_ids || (customer).id || array(
    select p.id from app.parcels p where p.store_id = (customer).store_id and p.order_id = any (order_ids)
    union all
    select p.id from app.payments p where p.store_id = (customer).store_id and p.order_id = any (order_ids)
    union all
    select r.id from app.returns r where r.store_id = (customer).store_id and r.order_id = any (order_ids)
    union all
    -- No index knows them; what is told of an address is younger than its customer.
    select a.object_id from app.activity_log a
    where a.company_id = (customer).company_id and a.created_at >= (customer).created_at
      and a.object_type = 'customer_address'
      and coalesce(a.after, a.before) ->> 'customer_id' = (customer).id::text);
end;

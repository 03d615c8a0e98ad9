-- Gives a store's customers as they are written to a file, oldest first, a page at a time. Erased ones are left out.
-- Takes: the store, the last customer of the page before (null: the first) and how many.
-- Gives: each as the API shows it, with its addresses.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.export_customers(store_id uuid, after uuid default null, most integer default 100)
  returns table (id uuid, document jsonb)
language plpgsql stable security definer rows 100
set search_path = ''
as $$
begin
  perform internal.require_import(export_customers.store_id, 'customers');
  perform internal.require_permission('customers.read');
  return query
  select c.id, internal.customer_detail(c.id)::jsonb
  from (
    select t.id from app.customers t
    where t.store_id = export_customers.store_id and t.erased_at is null
      and (export_customers.after is null or t.id > export_customers.after)
    order by t.id limit export_customers.most
  ) c
  order by c.id;
end
$$;
grant execute on function internal.export_customers(uuid, uuid, integer) to haat_staff;

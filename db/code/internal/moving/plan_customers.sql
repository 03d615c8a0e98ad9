-- Says of lines of an import what internal.import_customer would do with each. Writes nothing.
-- Takes: the store and up to some hundreds of inputs.
-- Gives: for each, in order: create, update or refuse; and by field what speaks against it.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.plan_customers(store_id uuid, inputs jsonb)
  returns table (action text, fields jsonb, target text)
language plpgsql stable security definer rows 200
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(plan_customers.store_id);
  return query
  select
    case when f.problems is not null then 'refuse' when f.customer_id is null then 'create' else 'update' end,
    f.problems,
    null::text
  from jsonb_array_elements(inputs) with ordinality as w (input, n)
  cross join lateral internal.find_imported_customer(plan_customers.store_id, w.input) f
  order by w.n;
end
$$;
grant execute on function internal.plan_customers(uuid, jsonb) to haat_staff;

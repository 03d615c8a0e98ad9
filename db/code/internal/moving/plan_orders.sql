-- Says of lines of an import what internal.import_order would do with each, as far as it can be said: stock and the
-- plan's orders count when it runs. Writes nothing.
-- Takes: the store and up to some hundreds of inputs.
-- Gives: for each, in order: create, skip (it came in before) or refuse; by field what speaks against it; and the
-- order's number in the old shop, by which a caller finds two lines that mean the same.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.plan_orders(store_id uuid, inputs jsonb)
  returns table (action text, fields jsonb, target text)
language plpgsql stable security definer rows 200
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(plan_orders.store_id);
  return query
  select
    case when i.order_id is not null then 'skip' when f.problems is not null then 'refuse' else 'create' end,
    case when i.order_id is null then f.problems end,
    w.input ->> 'reference'
  from jsonb_array_elements(inputs) with ordinality as w (input, n)
  left join app.imported_orders i
    on i.store_id = plan_orders.store_id and i.reference = w.input ->> 'reference'
  cross join lateral (
    select jsonb_object_agg(p.field, jsonb_build_array(p.problem)) as problems
    from (
      select format('items.%s.sku', t.m - 1), format('%s is not a SKU of the store', t.item ->> 'sku')
      from jsonb_array_elements(w.input -> 'items') with ordinality as t (item, m)
      where not exists (
        select from app.variants v where v.store_id = plan_orders.store_id and v.sku = t.item ->> 'sku')
      union all
      select 'customer.phone', 'must be a Bangladeshi mobile number'
      where internal.canonical_phone(w.input -> 'customer' ->> 'phone') is null
      union all
      select 'payment_method', 'is not an active payment method of the store'
      where (w.input ->> 'paid_amount')::numeric > 0
        and internal.find_imported_payment_method(plan_orders.store_id, w.input ->> 'payment_method') is null
    ) p (field, problem)
  ) f
  order by w.n;
end
$$;
grant execute on function internal.plan_orders(uuid, jsonb) to haat_staff;

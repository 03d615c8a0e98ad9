-- Names what lines of an import can ask of the plan before them, so that a caller gives internal.plan_customers or
-- internal.plan_orders so much with each batch, and not all that a long file has planned by then.
-- Takes: the store and inputs of customers or of orders.
-- Gives: keys of the plan (internal.plan_order, internal.planned_customer), whether it has them or not.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.asked_of_plan(store_id uuid, inputs jsonb) returns setof text
language plpgsql stable security definer rows 1000
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(asked_of_plan.store_id);
  return query
  select k.key
  from jsonb_array_elements(inputs) as w (input)
  cross join lateral (select coalesce(w.input -> 'customer', w.input -> 'customer_by_email', w.input) as customer) c
  cross join lateral (values
    ('orders'),
    ('numbers'),
    ('order ' || (w.input ->> 'reference')),
    ('transaction ' || nullif(btrim(w.input ->> 'transaction_id'), '')),
    ('phone ' || internal.canonical_phone(c.customer ->> 'phone')),
    ('email ' || lower(nullif(btrim(c.customer ->> 'email'), '')))) as k (key)
  where k.key is not null
  union
  select internal.taken_units(l.id, v.id)
  from jsonb_array_elements(inputs) as w (input)
  cross join lateral jsonb_array_elements(w.input -> 'items') as i (item)
  cross join lateral internal.find_line_variants(array[asked_of_plan.store_id], i.item) v
  join app.locations l on l.company_id = v.company_id
    and case when w.input ->> 'location_id' is null then l.is_default
      else l.id = (w.input ->> 'location_id')::uuid end;
end
$$;
grant execute on function internal.asked_of_plan(uuid, jsonb) to haat_staff;

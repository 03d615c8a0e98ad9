-- Says of lines of an import what internal.import_customer would do with each. Writes nothing.
-- Takes: the store, up to some hundreds of inputs, and what is planned before them (null: the lines are about to run,
-- and say themselves what speaks against them).
-- Gives: for each, in order: create, update, unchanged or refuse; by field what speaks against it; nothing by which
-- lines would be the same; what it adds to the plan (see internal.plan_orders); and of an update what would change.
-- Raises: HT014 (permission), HT100 (store_id).
create or replace function internal.plan_customers(store_id uuid, inputs jsonb, planned jsonb default null)
  returns table (action text, fields jsonb, target text, adds jsonb, changes text[])
language plpgsql stable security definer rows 200
set search_path = ''
as $$
declare
  v_planned jsonb := planned;
  v_input jsonb;
  v_found record;
  v_before jsonb;
  v_after jsonb;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(plan_customers.store_id);
  for v_input in select w.input from jsonb_array_elements(inputs) with ordinality as w (input, n) order by w.n loop
    action := 'create';
    adds := '{}';
    changes := null;
    if planned is not null then
      v_found := internal.find_imported_customer(plan_customers.store_id, v_input, v_planned);
      fields := v_found.problems;
      action := 'refuse';
      if fields is null then
        v_before := internal.customer_before(v_found.customer_id, v_input, v_planned);
        v_after := internal.imported_customer(v_found.customer_id, v_input, v_before);
        action := case when v_found.customer_id is null then 'create' when v_after = v_before then 'unchanged'
          else 'update' end;
        changes := case when action = 'update' then array(
          select a.key from jsonb_each(v_after) a where a.value is distinct from v_before -> a.key order by a.key) end;
        adds := internal.planned_customer(coalesce(v_found.customer_id, uuidv7()), v_after ->> 'phone',
          v_after ->> 'email', v_before ->> 'email');
        -- An email that is given up belongs to no customer.
        adds := (
          select coalesce(jsonb_object_agg(e.key,
            case when e.value = '{}' then e.value else e.value || jsonb_build_object('fields', v_after) end), '{}')
          from jsonb_each(adds) e);
        v_planned := v_planned || adds;
      end if;
    end if;
    return next;
  end loop;
end
$$;
grant execute on function internal.plan_customers(uuid, jsonb, jsonb) to haat_staff;

-- Says of lines of an import what internal.import_order would do with each, as things are now. Writes nothing.
-- Takes: the store, up to some hundreds of inputs, and what is planned before them (null: the lines are about to run,
-- and say themselves what speaks against them).
-- Gives: for each, in order: create, skip (it came in before) or refuse; by field what speaks against it; the order's
-- number in the old shop, by which a caller finds two lines that mean the same; and what it adds to the plan.
-- Raises: HT014 (permission), HT100 (store_id).
--
-- What an order takes, the ones after it do not have: units of stock, a number of the plan, the phone and email of a
-- new customer, a transaction. A caller puts it together ({key: value}, the last one counts) and gives the next lines
-- as planned what they can ask of it (internal.asked_of_plan); nothing of it is written or locked, so no sale waits.
create or replace function internal.plan_orders(store_id uuid, inputs jsonb, planned jsonb default null)
  returns table (action text, fields jsonb, target text, adds jsonb)
language plpgsql stable security definer rows 200
set search_path = ''
as $$
declare
  v_planned jsonb := planned;
  v_input jsonb;
  v_line record;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(plan_orders.store_id);
  for v_input in select w.input from jsonb_array_elements(inputs) with ordinality as w (input, n) order by w.n loop
    target := v_input ->> 'reference';
    action := 'create';
    fields := null;
    adds := '{}';
    if exists (
      select from app.imported_orders i where i.store_id = plan_orders.store_id and i.reference = target)
    then
      action := 'skip';
    -- The second line of a number does not run.
    elsif planned is not null and not v_planned ? ('order ' || target) then
      v_line := internal.plan_order(v_input || jsonb_build_object('store_id', plan_orders.store_id), v_planned);
      fields := v_line.fields;
      action := case when fields is null then 'create' else 'refuse' end;
      adds := v_line.takes || jsonb_build_object('order ' || target, 1);
      v_planned := v_planned || adds;
    end if;
    return next;
  end loop;
end
$$;
grant execute on function internal.plan_orders(uuid, jsonb, jsonb) to haat_staff;

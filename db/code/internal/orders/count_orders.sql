--! owner: haat_gatekeeper
-- Counts the orders that a company has had since a moment, and stops counting at at_most.
--
-- Owned by the gatekeeper for the reason that internal.find_first_orders gives.
create or replace function internal.count_orders(company_id uuid, since timestamptz, at_most integer) returns bigint
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- They are outside of the plan.
  v_test_ids constant uuid[] := array(
    select s.id from app.stores s where s.company_id = count_orders.company_id and s.is_test);
begin
  return (
    select count(*)
    from (
      select from app.orders o
      where o.company_id = count_orders.company_id and o.created_at >= since
        and array_position(v_test_ids, o.store_id) is null
      limit at_most
    ) x
  );
end
$$;
grant execute on function internal.count_orders(uuid, timestamptz, integer) to haat_owner;

--! owner: haat_gatekeeper
-- Finds, for each store of a company that has had an order since a moment, the sequence in the first one's number.
--
-- The plan is the company's. Its orders count in all its stores, also in closed ones and in those that the caller's
-- key cannot see, so this looks as the gatekeeper. Test stores are outside of the plan.
create or replace function internal.find_first_orders(company_id uuid, since timestamptz)
  returns table (store_id uuid, first_number bigint)
language plpgsql stable security definer rows 3
set search_path = ''
as $$
begin
  return query
  select s.id, split_part(o.number, '-', 3)::bigint
  from app.stores s
  cross join lateral (
    select t.number
    from app.orders t
    where t.store_id = s.id and t.created_at >= since
    order by t.created_at, t.id
    limit 1
  ) o
  where s.company_id = find_first_orders.company_id and not s.is_test;
end
$$;
grant execute on function internal.find_first_orders(uuid, timestamptz) to haat_owner;

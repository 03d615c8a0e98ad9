--! owner: haat_gatekeeper
-- Takes: a company and a moment.
-- Gives: each of its stores that has orders since, with the sequence in the number of the first one.
--
-- The plan is the company's: orders count in all its stores, also those that the caller's key cannot see or that have
-- closed. So this looks as the gatekeeper.
create or replace function internal.find_first_orders(company_id uuid, since timestamptz) returns table (store_id uuid, first_number bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select s.id, split_part(o.number, '-', 3)::bigint
  from app.stores s
  cross join lateral (
    select t.number from app.orders t
    where t.store_id = s.id and t.created_at >= since
    order by t.created_at, t.id limit 1
  ) o
  where s.company_id = find_first_orders.company_id;
end
$$;
grant execute on function internal.find_first_orders(uuid, timestamptz) to haat_owner;

--! owner: haat_gatekeeper
-- Takes: a company, a moment and a number.
-- Counts the company's orders since, no further than that number.
--
-- As the gatekeeper: internal.find_first_orders says why.
create or replace function internal.count_orders(company_id uuid, since timestamptz, at_most integer) returns bigint
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select count(*)
    from (select from app.orders o where o.company_id = count_orders.company_id and o.created_at >= since limit at_most) x
  );
end
$$;
grant execute on function internal.count_orders(uuid, timestamptz, integer) to haat_owner;

--! owner: haat_gatekeeper
-- Finds, in all companies, customers of test stores that were closed within 30 days who are not erased. At most 200.
create or replace function internal.left_customers() returns table (company_id uuid, customer_id uuid)
language sql volatile security definer rows 10
set search_path = ''
begin atomic
  select c.company_id, c.id
  from app.stores s
  join app.customers c on c.company_id = s.company_id and c.store_id = s.id
  where s.is_test and s.status = 'closed' and s.updated_at > internal.now() - interval '30 days'
    and c.erased_at is null and not internal.has_moved(c.company_id)
  order by c.company_id, c.id
  limit 200;
end;
grant execute on function internal.left_customers() to haat_owner;

-- Gives each visible customer as the API lists it, without addresses and figures, in the order of the ids.
-- see: reference/customers#get_customer
create or replace function internal.customer_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, c.id, row_to_json(d)
  from unnest(customer_documents.ids) with ordinality as w (id, n)
  join app.customers c on c.id = w.id
  cross join lateral internal.shown_customer(c) d
  order by w.n;
end
$$;
grant execute on function internal.customer_documents(uuid[]) to haat_api, haat_staff;

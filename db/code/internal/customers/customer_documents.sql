-- Gives each visible customer as the API lists it, without addresses and figures, in the order of the ids.
-- spec: Customer
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
  cross join lateral (
    select c.id, c.store_id, c.full_name, c.email, c.phone, c.status, c.type, c.gender,
      internal.timestamp_text(c.created_at) as created_at, internal.timestamp_text(c.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.customer_documents(uuid[]) to haat_api, haat_staff;

-- Tells whether a customer has an address with the same line, city and area, compared as internal.fold does.
create or replace function internal.knows_address(customer_id uuid, address app.customer_addresses) returns boolean
language sql stable
begin atomic
  select exists (
    select from app.customers c
    join app.customer_addresses t on t.store_id = c.store_id and t.customer_id = c.id
    where c.id = knows_address.customer_id
      and internal.fold(t.address_line) = internal.fold((knows_address.address).address_line)
      and internal.fold(t.city) is not distinct from internal.fold((knows_address.address).city)
      and internal.fold(t.area) is not distinct from internal.fold((knows_address.address).area)
  );
end;

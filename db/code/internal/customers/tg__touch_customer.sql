-- Row trigger on a table with customer_id: moves customers.updated_at.
--
-- Addresses are shown with their customer, so a changed address is a change of the customer.
create or replace function internal.tg__touch_customer() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.customers set updated_at = internal.now() where id = coalesce(new.customer_id, old.customer_id);
  return null;
end
$$;

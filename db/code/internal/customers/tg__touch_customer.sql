-- Row trigger on a table with customer_id: moves customers.updated_at.
--
-- Addresses are shown with their customer, so a changed address is a change of the customer.
create or replace function internal.tg__touch_customer() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- A variable: row-level security lets no coalesce() into an index condition, and all customers would be read.
  v_customer_id constant uuid := coalesce(new.customer_id, old.customer_id);
begin
  update app.customers c set updated_at = c.updated_at + interval '1 millisecond' where c.id = v_customer_id;
  return null;
end
$$;

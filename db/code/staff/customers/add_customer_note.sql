-- Writes a note about a customer for other staff: who and when is kept with it. It is not edited later.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (customer_id), HT101 (the same a moment ago).
--
-- The customer is held as an order holds it: an erasure comes before or after, and takes out what came before.
create or replace function staff.add_customer_note(customer_id uuid, note text) returns app.staff_notes
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_customer app.customers;
begin
  perform internal.require_permission('orders.manage');
  select * into v_customer from app.customers c where c.id = add_customer_note.customer_id for key share;
  if v_customer.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "customer"}');
  end if;
  return internal.add_staff_note(v_customer.store_id, 'customer', v_customer.id, add_customer_note.note);
end
$$;
grant execute on function staff.add_customer_note(uuid, text) to haat_staff;

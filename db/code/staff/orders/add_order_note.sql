-- Writes a note about an order for other staff: who and when is kept with it. It is not edited later.
-- Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (the same a moment ago).
create or replace function staff.add_order_note(order_id uuid, note text) returns app.staff_notes
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_order := internal.lock_order(add_order_note.order_id);
  return internal.add_staff_note(v_order.store_id, 'order', v_order.id, add_order_note.note);
end
$$;
grant execute on function staff.add_order_note(uuid, text) to haat_staff;

-- Creates a return: a customer wants to give back goods of a delivered order. lines is [{order_item_id, quantity}].
-- Stock and money do not change until the return is received.
-- Needs orders.manage.
-- Raises: HT014, HT100, HT103, HT008, HT101 (the same a moment ago).
create or replace function staff.create_return(order_id uuid, lines jsonb, reason text default null)
  returns app.returns
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  perform internal.refuse_duplicate('create_return', jsonb_build_array(order_id, lines, reason));
  return internal.create_return(order_id, lines, reason);
end
$$;
grant execute on function staff.create_return(uuid, jsonb, text) to haat_staff;

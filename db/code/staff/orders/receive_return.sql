-- Receives the goods of a return. lines is [{order_item_id, quantity, condition: sellable | damaged}]. Without lines,
-- all goods of the return came back sellable. An order that came back whole becomes returned. Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (return_id), HT101 (the return is over), HT103 (status of the order), HT008
-- (lines).
--
-- All goods enter the stock (return_receipt); damaged ones leave it again (damage). Money does not change until a
-- refund is recorded. Goods of the return that did not come stay with the customer.
create or replace function staff.receive_return(return_id uuid, lines jsonb default null) returns app.returns
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('inventory.manage');
  return internal.receive_return(return_id, lines);
end
$$;
grant execute on function staff.receive_return(uuid, jsonb) to haat_staff;

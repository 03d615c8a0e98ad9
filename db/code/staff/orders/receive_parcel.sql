-- Receives goods that a courier brought back. lines is [{order_item_id, quantity, condition: sellable | damaged}].
-- Without lines, everything that is still outstanding came back sellable. An undelivered order becomes returned.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (parcel_id), HT101 (parcel), HT103 (status of the order), HT008 (lines),
-- HT101 (the same a moment ago).
--
-- The order was not delivered, or only in part. The reservation of these goods ends; damaged or lost goods leave the
-- stock. May be called again until nothing is outstanding. Goods of an order that came back are received even where
-- its parcel was cancelled: nothing else would free them.
create or replace function staff.receive_parcel(parcel_id uuid, lines jsonb default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('receive_parcel', jsonb_build_array(parcel_id, lines));
  return internal.receive_parcel(parcel_id, lines);
end
$$;
grant execute on function staff.receive_parcel(uuid, jsonb) to haat_staff;

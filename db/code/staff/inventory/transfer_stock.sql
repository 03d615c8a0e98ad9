-- Brings goods from one location to another, out and in at once. What is promised to orders cannot be brought away.
-- The value of the stock stays as it is.
-- Needs inventory.manage.
-- Takes: from_location_id, to_location_id, lines [{variant_id | sku, quantity}], reason.
-- Raises: HT014 (permission), HT008 (to_location_id, reason, lines), HT100 (locations, a variant), HT008 (more
-- than is available), HT101 (the same a moment ago).
create or replace function staff.transfer_stock(body jsonb) returns app.stock_transfers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_transfer app.stock_transfers;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('transfer_stock', body);
  v_transfer := internal.transfer_stock((body ->> 'from_location_id')::uuid,
    (body ->> 'to_location_id')::uuid, body -> 'lines', body ->> 'reason');
  return v_transfer;
end
$$;
grant execute on function staff.transfer_stock(jsonb) to haat_staff;

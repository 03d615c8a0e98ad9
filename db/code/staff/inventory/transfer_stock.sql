-- Brings goods from one location to another, out and in at once. What is promised to orders cannot be brought away.
-- The value of the stock stays as it is.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT008 (to_location_id, reason, lines), HT100 (locations, a variant), HT008 (more
-- than is available), HT101 (the same a moment ago).
create or replace function staff.transfer_stock(from_location_id uuid, to_location_id uuid,
  lines staff.moved_line[], reason text default null) returns app.stock_transfers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_transfer app.stock_transfers;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.refuse_duplicate('transfer_stock',
    jsonb_build_array(from_location_id, to_location_id, lines, reason));
  v_transfer := internal.transfer_stock(transfer_stock.from_location_id, transfer_stock.to_location_id,
    to_jsonb(transfer_stock.lines), transfer_stock.reason);
  perform internal.log_activity(null, 'stock_transfer.created', 'stock_transfer', v_transfer.id, null,
    to_jsonb(v_transfer));
  return v_transfer;
end
$$;
grant execute on function staff.transfer_stock(uuid, uuid, staff.moved_line[], text) to haat_staff;

-- Brings goods from one location to another: writes the transfer, and of each line one ledger row out and one in.
-- Takes: both locations, [{variant_id | sku, quantity}] and why.
-- Gives: the transfer.
-- Raises: in this order HT008 (to_location_id, reason, lines), HT100 (locations, a variant), HT008 (more than is
-- available).
--
-- One transaction: nothing is between. Both rows are of type adjustment, under the id and number of the transfer, and
-- at the same cost, since the first takes the lock on the variant's average cost: the value of the stock stays. Two
-- transfers of a variant queue at that lock, whichever way they go.
create or replace function internal.transfer_stock(from_location_id uuid, to_location_id uuid, lines jsonb,
  reason text) returns app.stock_transfers
language plpgsql volatile
set search_path = ''
as $$
declare
  v_transfer app.stock_transfers;
  v_line app.stock_transfer_lines;
  v_adjustment jsonb;
begin
  if from_location_id = to_location_id then
    perform internal.field_error('HT008', 'to_location_id', 'sameLocation');
  end if;
  v_transfer.reason := nullif(btrim(transfer_stock.reason), '');
  perform internal.require_location(from_location_id, 'from_location_id');
  perform internal.require_location(to_location_id, 'to_location_id');
  insert into app.stock_transfers (company_id, from_location_id, to_location_id, number, reason, actor_id, actor_name)
  select internal.current_company_id(), transfer_stock.from_location_id, transfer_stock.to_location_id,
    internal.next_document_number('TRF'), v_transfer.reason, a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_transfer;
  insert into app.stock_transfer_lines (transfer_id, company_id, store_id, variant_id, line, sku, quantity)
  select v_transfer.id, v_transfer.company_id, f.store_id, f.variant_id, f.line, f.sku,
    (f.item ->> 'quantity')::integer
  from internal.find_stock_lines(lines) f;
  for v_line in
    select * from app.stock_transfer_lines l where l.transfer_id = v_transfer.id order by l.variant_id
  loop
    v_adjustment := jsonb_build_object('reason', coalesce(v_transfer.reason, 'Transfer between locations'));
    perform internal.adjust_stock(v_line.variant_id, from_location_id,
      v_adjustment || jsonb_build_object('quantity_change', -v_line.quantity),
      v_transfer.id, format('lines.%s.quantity', v_line.line), v_transfer.number);
    perform internal.adjust_stock(v_line.variant_id, to_location_id,
      v_adjustment || jsonb_build_object('quantity_change', v_line.quantity),
      v_transfer.id, format('lines.%s.quantity', v_line.line), v_transfer.number);
  end loop;
  return v_transfer;
end
$$;

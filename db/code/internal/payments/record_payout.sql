-- Records what a courier paid out at once, for many parcels: all of it or nothing.
-- Takes: the store, the courier, lines as internal.payout_lines reads them, a reference, when it was received, charges
-- beside the parcels [{amount, note}] (below 0: a credit), and the transfer, where the caller states it.
-- Gives: its id. Its event is written.
-- Raises: HT101 (lines, naming each that is wrong), HT008 (lines: too much, transferred_amount, received_at).
-- see: guides/money-of-an-order#what-the-courier-charges
--
-- What the lines mean is looked up twice: for the orders to lock, in the order of their ids, and under the locks.
-- A payment has the charges of its line beside it, as far as they are below what was collected. All others are kept
-- of the transfer as a whole.
create or replace function internal.record_payout(store_id uuid, courier_id uuid, lines jsonb, reference text,
  received_at timestamptz, other_charges jsonb default null, transferred_amount numeric default null) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_sheet constant staff.payout_line[] := array(
    select row(l.code, l.settled)::staff.payout_line
    from internal.payout_lines(record_payout.lines) l order by l.line);
  v_other_charges constant jsonb := coalesce(record_payout.other_charges, '[]');
  v_order_ids uuid[];
  v_parcel_ids uuid[];
  v_charges jsonb;
  v_payment_ids jsonb := '{}';
  v_payout_id uuid;
  v_line record;
begin
  v_order_ids := array(
    select distinct f.order_id
    from internal.match_payout(record_payout.courier_id, v_sheet, record_payout.store_id) f
    where f.order_id is not null order by f.order_id);
  perform internal.lock_order(o.id) from unnest(v_order_ids) o (id);
  v_parcel_ids := internal.find_payout_parcels(record_payout.store_id, record_payout.courier_id, v_sheet, v_order_ids);
  v_charges := internal.charge_payout(v_parcel_ids, record_payout.lines,
    internal.find_rates(record_payout.courier_id));
  perform internal.refuse_transfer(record_payout.transferred_amount, record_payout.lines, v_charges, v_other_charges);
  -- Where no line settles anything, no payment asks it.
  perform internal.refuse_future_receipt(record_payout.received_at);
  v_payout_id := internal.create_payout(record_payout.store_id, record_payout.courier_id, record_payout.reference,
    record_payout.received_at);
  for v_line in
    select l.line, l.settled, case when c.charged < l.settled then c.charged else 0 end as kept
    from internal.payout_lines(record_payout.lines) l
    left join (
      select (e ->> 'line')::integer as line, sum((e ->> 'amount')::numeric) as charged
      from jsonb_array_elements(v_charges) e group by 1
    ) c on c.line = l.line
    where l.settled > 0
    order by l.line
  loop
    v_payment_ids := v_payment_ids || jsonb_build_object(v_line.line::text, (internal.record_parcel_payout(
      v_parcel_ids[v_line.line + 1], v_line.settled - v_line.kept, record_payout.reference, record_payout.received_at,
      v_line.kept, v_payout_id)).id);
  end loop;
  perform internal.add_charges(v_payout_id, v_other_charges || (
    select coalesce(jsonb_agg(e || jsonb_build_object('payment_id', v_payment_ids -> (e ->> 'line'))), '[]')
    from jsonb_array_elements(v_charges) e));
  perform internal.end_payout(v_payout_id);
  return v_payout_id;
end
$$;

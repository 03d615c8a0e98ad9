-- Records what a courier paid out at once, for many parcels: all of it or nothing.
-- Takes: the store, the courier, lines [{code, amount, charged_amount?}], a reference, and when it was received.
-- Gives: the payout as the API shows it.
-- Raises: HT101 (lines, naming each that is wrong), HT008 (received_at).
--
-- What the lines mean is looked up twice: for the orders to lock, in the order of their ids, and under the locks.
create or replace function internal.record_payout(store_id uuid, courier_id uuid, lines jsonb, reference text,
  received_at timestamptz) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_sheet constant staff.payout_line[] := array(
    select row(e.line ->> 'code', (e.line ->> 'amount')::numeric
      + coalesce((e.line ->> 'charged_amount')::numeric, 0))::staff.payout_line
    from jsonb_array_elements(record_payout.lines) with ordinality as e (line, n) order by e.n);
  v_parcel_ids uuid[];
  v_fields jsonb;
  v_payout_id uuid;
  v_line record;
begin
  perform internal.lock_order(m.order_id) from (
    select distinct f.order_id
    from internal.match_payout(record_payout.courier_id, v_sheet, record_payout.store_id) f
    where f.order_id is not null order by f.order_id) m;
  select array_agg(f.parcel_id order by f.line), jsonb_object_agg(format('lines.%s', f.line), jsonb_build_array(
      internal.problem(case f.finding
        when 'unknown' then 'payoutLine.unknown'
        when 'ambiguous' then 'payoutLine.ambiguous'
        when 'other_courier' then 'payoutLine.other_courier'
        when 'repeated' then 'payoutLine.repeated'
        when 'not_delivered' then 'payoutLine.not_delivered'
        when 'already_paid' then 'payoutLine.already_paid'
        when 'nothing_held' then 'payoutLine.nothing_held'
        when 'more' then 'payoutLine.more' end, jsonb_build_object('held', f.held))))
      filter (where f.finding not in ('matches', 'less'))
    into v_parcel_ids, v_fields
    from internal.match_payout(record_payout.courier_id, v_sheet, record_payout.store_id) f;
  if v_fields is not null then
    perform internal.fail('HT101', 'payoutLine', fields => v_fields);
  end if;
  v_payout_id := internal.create_payout(record_payout.store_id, record_payout.courier_id, record_payout.reference,
    record_payout.received_at);
  for v_line in
    select v_parcel_ids[e.n] as parcel_id, (e.line ->> 'amount')::numeric as amount,
      coalesce((e.line ->> 'charged_amount')::numeric, 0) as charged
    from jsonb_array_elements(record_payout.lines) with ordinality as e (line, n)
    order by e.n
  loop
    perform internal.record_parcel_payout(v_line.parcel_id, v_line.amount, record_payout.reference,
      record_payout.received_at, v_line.charged, v_payout_id);
  end loop;
  return internal.end_payout(v_payout_id);
end
$$;

-- Sets the sheet that a courier sends with its payout beside our books (POST /payouts/compare). Writes nothing.
-- Takes: courier_id, and lines.
-- Gives: a finding a line, and the sums of the findings.
-- Raises: HT008, HT100 (store_id); HT101 (courier_id).
create or replace function api.compare_payout(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_found staff.payout_comparison;
begin
  perform internal.require_courier((input ->> 'courier_id')::uuid);
  v_found := internal.compare_payout((input ->> 'courier_id')::uuid, array(
    select row(e.line ->> 'code', (e.line ->> 'amount')::numeric)::staff.payout_line
    from jsonb_array_elements(input -> 'lines') with ordinality as e (line, n) order by e.n), v_store_id);
  return json_build_object(
    'lines', (select json_agg(json_build_object(
        'line', m.line,
        'code', m.code,
        'amount', m.amount::text,
        'finding', m.finding,
        'parcel_id', m.parcel_id,
        'order_id', m.order_id,
        'order_number', m.order_number,
        'held_amount', m.held_amount::text,
        'agreed_charge_amount', m.agreed_amount::numeric(14, 2)::text) order by m.line) from unnest(v_found.lines) m),
    'totals', (select json_agg(json_build_object(
        'finding', t.finding,
        'lines', t.lines,
        'amount', t.amount::text) order by t.finding) from unnest(v_found.totals) t),
    'amount', v_found.sheet_amount::text);
end
$$;
grant execute on function api.compare_payout(jsonb) to haat_api;

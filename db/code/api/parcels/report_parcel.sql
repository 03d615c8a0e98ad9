-- Does what is reported of a parcel. A tool only.
-- Takes: what_happened, a report as internal.refuse_report has it, and collected_amount, kept, lines or reason.
-- Gives: the parcel.
-- Raises: HT008, HT100 (store_id); HT004 (received without inventory:write); HT100 (id); HT101 (parcel), HT102, HT103
-- (status of the order); HT008 (kept, collected_amount, lines).
--
-- The case has no else: a report that it does not know raises.
create or replace function api.report_parcel(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_report constant text := input ->> 'what_happened';
  v_amount constant numeric := (input ->> 'collected_amount')::numeric;
  v_parcel record;
begin
  if v_report = 'received' then
    perform internal.require_scope('inventory:write', 'receiving what came back needs');
  end if;
  v_parcel := internal.lock_for_report(v_report, input);
  if v_parcel.is_new then
    case v_report
      when 'pickup' then
        perform internal.record_parcel_pickup(v_parcel.parcel_id);
      when 'delivered' then
        perform internal.record_parcel_delivered(v_parcel.parcel_id, v_amount);
      when 'partial_delivery' then
        perform internal.record_partial_delivery(v_parcel.parcel_id, input -> 'kept', v_amount);
      when 'failed' then
        perform internal.record_delivery_failure(v_parcel.parcel_id, input ->> 'reason');
      when 'returning' then
        perform internal.request_parcel_return(v_parcel.parcel_id, input ->> 'reason');
      when 'received' then
        perform internal.receive_parcel(v_parcel.parcel_id, nullif(input -> 'lines', 'null'));
      when 'cancelled' then
        perform internal.cancel_parcel(v_parcel.parcel_id, input ->> 'reason');
    end case;
  end if;
  return (select d.document from internal.parcel_documents(array[v_parcel.parcel_id]) d);
end
$$;
grant execute on function api.report_parcel(jsonb) to haat_api;

-- Locks the parcel of which something is reported by an operation, and says whether the report is new.
-- Takes: the report, as internal.refuse_report has it, and the input of its operation.
-- Gives: the parcel's id; is_new: false where all of it is known already, so that nothing is to be done.
-- Raises: HT008 and HT100 for store_id; HT100 (id); HT101 (parcel, or the status of its order), with the reports that
-- are possible in fields.possible_reports.
-- see: guides/connect-a-courier#reports
create or replace function internal.lock_for_report(report text, input jsonb, out parcel_id uuid, out is_new boolean)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel constant app.parcels := internal.lock_parcel(internal.find_for_write('parcel', input));
  v_before app.orders;
  v_message text;
  v_detail text;
begin
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  parcel_id := v_parcel.id;
  is_new := not internal.is_reported(v_parcel, report, input);
  if is_new then
    begin
      perform internal.refuse_report(report, v_parcel, v_before, input ->> 'collected_amount' is not null);
    exception when sqlstate 'HT101' or sqlstate 'HT103' then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
      raise exception using errcode = 'HT101', message = v_message, detail = jsonb_set(v_detail::jsonb,
        '{fields,possible_reports}', to_jsonb(internal.possible_reports(v_parcel, v_before)))::text;
    end;
  end if;
end
$$;

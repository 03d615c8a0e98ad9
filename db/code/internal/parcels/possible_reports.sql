-- Lists what can be reported of a parcel as it is: the words of internal.refuse_report.
-- Takes: the parcel and its order, as they are under their locks.
create or replace function internal.possible_reports(parcel app.parcels, order_before app.orders) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_report text;
  v_possible text[] := '{}';
begin
  foreach v_report in array
    '{pickup,delivered,partial_delivery,failed,returning,received,cancelled}'::text[]
  loop
    begin
      perform internal.refuse_report(v_report, parcel, order_before, true);
      v_possible := v_possible || v_report;
    exception when sqlstate 'HT101' or sqlstate 'HT103' then
      null;
    end;
  end loop;
  return v_possible;
end
$$;

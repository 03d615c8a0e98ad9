-- Stores what was collected of a parcel, as it is stated, or that it is not stated any more.
-- Takes: the parcel and the amount (null: not stated).
-- Raises: HT008.
--
-- The caller recomputes the order.
create or replace function internal.state_collected(parcel app.parcels, collected_amount numeric) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if collected_amount > parcel.cod_amount then
    perform internal.field_error('HT008', 'collected_amount', 'collected',
      jsonb_build_object('most', parcel.cod_amount));
  end if;
  update app.parcels t set collected_amount = state_collected.collected_amount where t.id = parcel.id;
end
$$;

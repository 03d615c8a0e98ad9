-- Stores what the courier of a parcel says that it collected.
-- Takes: the parcel and the amount (null: the courier did not say).
-- Gives: the parcel.
-- Raises: HT008.
create or replace function internal.state_collected(parcel app.parcels, collected_amount numeric) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
begin
  if collected_amount < 0 or collected_amount > parcel.cod_amount
    or collected_amount <> round(collected_amount, 2) then
    perform internal.field_error('HT008', 'collected_amount',
      format('must be from 0 to the %s the courier was to collect, with at most two decimals', parcel.cod_amount));
  end if;
  update app.parcels t set collected_amount = coalesce(state_collected.collected_amount, t.collected_amount)
    where t.id = parcel.id returning * into parcel;
  return parcel;
end
$$;

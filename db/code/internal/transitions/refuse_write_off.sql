-- Refuses to write off cash of a parcel of which nothing is held, and nothing was written off.
-- Takes: the parcel, as it is under its lock.
-- Raises: HT101 (parcel).
create or replace function internal.refuse_write_off(parcel app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if parcel.held_amount + parcel.written_off_amount = 0 then
    perform internal.field_error('HT101', 'parcel_id', 'nothingHeld');
  end if;
end
$$;

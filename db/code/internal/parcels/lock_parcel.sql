-- Locks a parcel's order, then the parcel, and gives the parcel as it is under the lock.
-- Raises: HT100 when there is none inside the fence.
create or replace function internal.lock_parcel(parcel_id uuid) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
begin
  select * into v_parcel from app.parcels p where p.id = lock_parcel.parcel_id;
  if v_parcel.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "parcel"}');
  end if;
  perform internal.lock_order(v_parcel.order_id);
  select * into v_parcel from app.parcels p where p.id = lock_parcel.parcel_id for update;
  return v_parcel;
end
$$;

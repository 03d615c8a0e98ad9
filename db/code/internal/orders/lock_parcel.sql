-- Takes: a parcel.
-- Locks its order, then the parcel.
-- Gives: it as it stands under the lock.
-- Raises: HT100 outside the fence.
create or replace function internal.lock_parcel(parcel_id uuid) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.parcels;
begin
  select * into p from app.parcels t where t.id = lock_parcel.parcel_id;
  if p.id is null then
    perform internal.fail('HT100', 'No such parcel.');
  end if;
  perform internal.lock_order(p.order_id);
  select * into p from app.parcels t where t.id = lock_parcel.parcel_id for update;
  return p;
end
$$;

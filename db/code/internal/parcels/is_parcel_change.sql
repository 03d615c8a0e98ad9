-- Tells whether an update of a parcel changes anything of it but the list of work that it stands in (work), which
-- follows from its order and is shown with no parcel.
create or replace function internal.is_parcel_change(before app.parcels, after app.parcels) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  after.work := before.work;
  return after operator(pg_catalog.*<>) before;
end
$$;

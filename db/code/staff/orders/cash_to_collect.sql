-- What a courier is to collect for these parcels together; null where they are of several currencies.
-- Raises: nothing.
create or replace function staff.cash_to_collect(parcel_ids uuid[]) returns numeric
language sql stable
set search_path = ''
begin atomic
  select case when count(distinct s.currency_code) <= 1 then coalesce(sum(p.cod_amount), 0)::numeric(14, 2) end
  from app.parcels p
  join app.stores s on s.id = p.store_id
  where p.id = any (cash_to_collect.parcel_ids);
end;
grant execute on function staff.cash_to_collect(uuid[]) to haat_staff;

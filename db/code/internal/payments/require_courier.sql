-- Refuses a courier that is none of the company's.
-- Raises: HT101 (courier_id).
create or replace function internal.require_courier(courier_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from app.couriers c where c.id = require_courier.courier_id) then
    perform internal.field_error('HT101', 'courier_id', 'courierGone.any');
  end if;
end
$$;

-- When the order will be cancelled by itself because nothing was paid; null when it will not.
-- Raises: nothing.
create or replace function staff.orders_lapses_at("order" app.orders) returns timestamptz
language sql stable
set search_path = ''
begin atomic
  select a.lapses_at from internal.awaiting_payment() a
  where a.store_id = "order".store_id and a.order_id = "order".id;
end;
grant execute on function staff.orders_lapses_at(app.orders) to haat_staff;

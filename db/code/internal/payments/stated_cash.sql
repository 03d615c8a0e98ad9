-- The cash of an order that its couriers hold by their own statement, without what is only presumed of them.
-- Takes: the order (locked, where the answer decides something).
create or replace function internal.stated_cash(asked app.orders) returns numeric
language sql stable
begin atomic
  select coalesce(sum(p.held_amount), 0)
  from app.parcels p
  where p.store_id = asked.store_id and p.order_id = asked.id and p.collected_amount is not null;
end;

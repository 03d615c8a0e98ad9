-- Refuses an order for which its location has not enough stock available, and says of which line how much is missing.
-- Takes: the order, its levels locked and found short (internal.is_short).
-- Raises: as internal.refuse_short_lines.
create or replace function internal.refuse_short_stock(checked app.orders) returns void
language sql stable
set search_path = ''
begin atomic
  select internal.refuse_short_lines(checked.location_id, array_agg(i.line), array_agg(i.variant_id),
      array_agg(i.sku), array_agg(i.quantity))
    from app.order_items i where i.order_id = checked.id;
end;

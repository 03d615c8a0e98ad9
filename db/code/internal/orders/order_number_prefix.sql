-- Gives the beginning of the order numbers that a search term names, or null where it may stand elsewhere in a
-- number.
-- see: reference/orders#list_orders
--
-- A term with the dash between day and sequence, or with ORD-, stands at the beginning, where the unique index finds
-- it.
create or replace function internal.order_number_prefix(term text) returns text
language sql immutable strict parallel safe
return (
  select case when w.part ~ '^(ORD-[0-9]*|ORD-[0-9]{8}-[0-9]*)$' then w.part end
  from (select internal.order_number_part(term) as part) w
);
grant execute on function internal.order_number_prefix(text) to haat_api, haat_gatekeeper;

-- Gives the pattern that finds a search term anywhere in an order's number in lower case; null where no number can
-- hold it, or only at its beginning (internal.order_number_prefix).
-- see: reference/orders#list_orders
create or replace function internal.order_number_pattern(term text) returns text
language sql immutable strict parallel safe
return (
  select case when w.part ~ '^[ORD0-9-]+$' and internal.order_number_prefix(term) is null
    then '%' || pg_catalog.lower(w.part) || '%' end
  from (select internal.order_number_part(term) as part) w
);
grant execute on function internal.order_number_pattern(text) to haat_api, haat_gatekeeper;

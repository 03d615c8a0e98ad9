-- Gives what a search term says of an order's number, in the number's own spelling.
-- Takes: the search term. Without its "#", in capitals; day and sequence alone get the ORD- before them.
create or replace function internal.order_number_part(term text) returns text
language sql immutable strict parallel safe
return (
  select case when w.part ~ '^[0-9]{8}-[0-9]*$' then 'ORD-' || w.part else w.part end
  from (
    select pg_catalog.upper(pg_catalog.regexp_replace(internal.fold(term), '^# ?(?=.)', '')) as part
  ) w
);
grant execute on function internal.order_number_part(text) to haat_api, haat_gatekeeper;

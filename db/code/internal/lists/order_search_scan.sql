-- Gives the filter scan of internal.list_paths for the search of orders: by their number, and by their customers.
-- Each is found by an index of its own, which one condition over both tables would not be.
-- see: reference/orders#list_orders
--
-- Where more customers fit than the budget ($10), none of their orders is read: a row of nulls says so.
create or replace function internal.order_search_scan() returns text
language sql immutable
return $c$
  with found as materialized (
    select c.id, c.store_id
    from app.customers c
    where c.company_id = $2
      and (length(internal.fold($1 ->> 'search')) > 2
        or internal.short_grams(internal.fold(c.full_name) || ' ' || coalesce(lower(c.email), ''))
          operator(pg_catalog.@>) array[internal.fold($1 ->> 'search')])
      and (internal.fold(c.full_name) like internal.like_pattern($1 ->> 'search')
        or $1 -> 'without_phones' is null
          and lower(c.phone) like internal.like_pattern(internal.phone_fragment($1 ->> 'search')))
  ), buyers as materialized (select c.* from found c limit $10 + 1)
  select t.*
  from app.orders t
  where {scope}
    and (t.number >= internal.order_number_prefix($1 ->> 'search')
        and t.number < internal.order_number_prefix($1 ->> 'search') || ':'
      or lower(t.number) like internal.order_number_pattern($1 ->> 'search'))
  union all
  select (null::app.orders).* from (select from buyers offset $10) x
  union all
  select t.*
  from buyers c
  cross join lateral (
    select t.* from app.orders t where {scope} and t.store_id = c.store_id and t.customer_id = c.id) t
  where (select count(*) from buyers) <= $10 $c$;
grant execute on function internal.order_search_scan() to haat_gatekeeper;

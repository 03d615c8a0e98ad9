-- Gives the query of internal.page_walk for the orders that a search finds: by their number, and by their customers.
-- Each is found by an index of its own, which one condition over both tables would not be. Constant text only.
-- Takes: the search term and whether phones count.
-- spec: GET /orders, search
--
-- Where more customers fit than are wanted ($7), none of their orders is read: a row of nulls says so.
create or replace function internal.order_search_gathered(term text, with_phone boolean default true) returns text
language sql immutable strict
return pg_catalog.concat(
  'with found as materialized (select c.id, c.store_id from app.customers c where c.company_id = $2 and ',
  internal.customer_search_clause(term, with_phone => with_phone), internal.customer_short_clause(term, 'c'),
  '), buyers as materialized (select c.* from found c limit $7 + 1) ',
  'select t.id, t.created_at from app.orders t where {scope}{filters} and '
    || internal.order_number_clause(term) || ' union all ',
  'select null::uuid as id, null::timestamptz as created_at from (select from buyers offset $7) x union all ',
  'select t.id, t.created_at from buyers c cross join lateral (select t.id, t.created_at from app.orders t ',
  'where {scope} and t.store_id = c.store_id and t.customer_id = c.id{filters} {order} limit $6) t ',
  'where (select count(*) from buyers) <= $7');
grant execute on function internal.order_search_gathered(text, boolean) to haat_gatekeeper;

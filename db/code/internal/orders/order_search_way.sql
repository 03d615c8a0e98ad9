-- Gives the way of internal.page_ids to the orders that a search finds: by their number, and by their customers. Each
-- is found by an index of its own, which one condition over both tables would not be. Constant text only.
-- Takes: the search term, and whether phones count.
-- spec: GET /orders, search
create or replace function internal.order_search_way(term text, with_phone boolean default true) returns text
language sql immutable
return pg_catalog.concat(
  'select t.id, t.created_at from (',
  'with numbered as materialized (select t.id, t.created_at from app.orders t where {scope}{filters} and '
    || internal.order_number_clause(term) || ') select t.id, t.created_at from numbered t union ',
  'select t.id, t.created_at from (with buyers as materialized (',
  'select c.id, c.store_id from app.customers c where c.company_id = $2 and ',
  internal.customer_search_clause(term, with_phone => with_phone), internal.customer_short_clause(term, 'c'),
  ') select t.id, t.created_at from buyers c cross join lateral (select t.id, t.created_at from app.orders t ',
  'where {scope} and t.store_id = c.store_id and t.customer_id = c.id{filters} {order} limit $6) t) t',
  ') t {order} limit $6');
grant execute on function internal.order_search_way(text, boolean) to haat_gatekeeper;

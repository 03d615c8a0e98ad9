--! owner: haat_gatekeeper
-- Takes: the input of the order list with search.
-- Gives: the page as internal.page_ids does.
-- spec: GET /orders
--
-- As internal.search_products: search runs as the gatekeeper with the fence written out, so that it may use its indexes.
create or replace function internal.search_orders(input jsonb, out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select p.* into ids, has_more, next_cursor
    from internal.page_ids('app.orders', input, internal.order_filters(input) || ' and t.store_id = any (internal.current_store_ids())') p;
end
$$;
grant execute on function internal.search_orders(jsonb) to haat_api;

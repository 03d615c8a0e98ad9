--! owner: haat_gatekeeper
-- Gives a page of the order list with search, as internal.page_ids does.
-- Takes: the input of the order list.
-- spec: GET /orders
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.search_products): the fence is written out.
-- The next orders are looked at first, for names and numbers that many orders have.
create or replace function internal.search_orders(
  input jsonb,
  out ids uuid[],
  out has_more boolean,
  out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_filters constant text := internal.order_filters(input)
    || ' and t.store_id = any (internal.current_store_ids())';
begin
  select p.* into ids, has_more, next_cursor
    from internal.page_ids('app.orders', input, v_filters, probe_rows => 400,
      way => internal.order_search_way(input ->> 'search')) p;
end
$$;
grant execute on function internal.search_orders(jsonb) to haat_api;

--! owner: haat_gatekeeper
-- Gives a page of the product list with search, as internal.page_ids does.
-- Takes: the input of the product list.
-- spec: GET /products
--
-- Under row-level security "like" may not use an index (it is not leakproof) and would read the whole store. So
-- search runs as the gatekeeper, whose policies are constant, and the fence is written out as plain predicates.
-- The gatekeeper still may not see the statistics of the column, so the planner takes every word for a rare one. A
-- word that many names hold would be gathered and sorted: therefore the newest rows are looked at first.
create or replace function internal.search_products(
  input jsonb,
  out ids uuid[],
  out has_more boolean,
  out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_filters constant text := internal.product_filters(input)
    || ' and t.store_id = any (internal.current_store_ids())';
begin
  select p.* into ids, has_more, next_cursor
    from internal.page_ids('app.products', input, v_filters, probe_rows => 400,
      way => internal.gather_way('app.products')) p;
end
$$;
grant execute on function internal.search_products(jsonb) to haat_api;

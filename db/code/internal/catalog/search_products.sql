--! owner: haat_gatekeeper
-- Takes: the input of the product list with search.
-- Gives: the page as internal.page_ids does.
-- spec: GET /products
--
-- Under row-level security "like" may not use an index (it is not leakproof) and would read the whole store. So search
-- runs as the gatekeeper, whose policies are constant, with the fence written out as plain predicates. Statistics of the
-- column stay closed to it all the same, so the planner takes every word for a rare one: for a word that many names hold
-- it would gather and sort them all. Hence the look along the newest rows first.
create or replace function internal.search_products(input jsonb, out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select p.* into ids, has_more, next_cursor
    from internal.page_ids('app.products', input, internal.product_filters(input) || ' and t.store_id = any (internal.current_store_ids())',
      probe_rows => 1000) p;
end
$$;
grant execute on function internal.search_products(jsonb) to haat_api;

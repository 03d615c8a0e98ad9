--! owner: haat_gatekeeper
-- Finds a page of customers by a search term; gives what internal.page_ids gives.
-- Takes: the input of the customer list.
-- spec: GET /customers
--
-- As internal.search_products: it runs as the gatekeeper with the fence written out, so that it may use its indexes.
create or replace function internal.search_customers(input jsonb,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select p.* into ids, has_more, next_cursor
    from internal.page_ids(
      'app.customers',
      input,
      internal.customer_filters(input) || ' and t.store_id = any (internal.current_store_ids())',
      probe_rows => 400,
      way => internal.gather_way('app.customers')) p;
end
$$;
grant execute on function internal.search_customers(jsonb) to haat_api;

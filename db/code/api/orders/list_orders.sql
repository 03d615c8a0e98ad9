-- Gives a page of orders (GET /orders).
-- Takes: the filters; expand is a list of customer, items.
-- Raises: HT100 (store_id, cursor).
-- spec: GET /orders
create or replace function api.list_orders(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_with_customer constant boolean := coalesce(input -> 'expand' ? 'customer', false);
  v_with_items constant boolean := coalesce(input -> 'expand' ? 'items', false);
  v_group_way constant text := internal.order_group_way(input);
  v_page record;
begin
  if input ->> 'search' is not null then
    v_page := internal.search_orders(input);
  else
    v_page := internal.page_ids('app.orders', input, internal.order_filters(input),
      -- Filters that few rows may pass are tried on the next rows before another way is gone.
      probe_rows => case when v_group_way is null and not input ?| '{follow_up_after,follow_up_before}' then 0 else 200 end,
      way => v_group_way);
  end if;
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal)
     from internal.order_documents(v_page.ids, v_with_customer, v_with_items) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_orders(jsonb) to haat_api;

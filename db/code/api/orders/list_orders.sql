-- GET /orders.
-- Gives: a page of orders; expand is a list of customer, items.
-- Raises: HT100 (store, cursor).
-- spec: GET /orders
create or replace function api.list_orders(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page record;
begin
  if input ->> 'search' is not null then
    v_page := internal.search_orders(input);
  else
    v_page := internal.page_ids('app.orders', input, internal.order_filters(input));
  end if;
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal)
     from internal.order_documents(v_page.ids, coalesce(input -> 'expand' ? 'customer', false), coalesce(input -> 'expand' ? 'items', false)) d),
    v_page.has_more, v_page.next_cursor);
end
$$;
grant execute on function api.list_orders(jsonb) to haat_api;

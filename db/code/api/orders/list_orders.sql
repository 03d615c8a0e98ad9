-- Gives a page of orders (GET /orders).
-- Takes: the filters; expand is a list of customer, items.
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_orders(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_with_customer constant boolean := coalesce(input -> 'expand' ? 'customer', false);
  v_with_items constant boolean := coalesce(input -> 'expand' ? 'items', false);
  v_page constant record := internal.list_page('orders', input);
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal)
     from internal.order_documents(v_page.ids, v_with_customer, v_with_items) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_orders(jsonb) to haat_api;

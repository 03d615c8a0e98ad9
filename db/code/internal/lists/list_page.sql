--! owner: haat_gatekeeper
-- Finds a page of one of the lists that grow with a shop, as internal.page_ids does.
-- Takes: products, orders, customers, inventory_levels, stock_movements, payments, order_calls, parcels or returns,
-- and the input of the list; of payments and order_calls with the order's id.
-- Raises: HT100 (store_id or cursor outside the key).
-- see: guides/pagination-and-sync#pages
--
-- As the gatekeeper, whose policies are constant, and with the fence as a plain condition (internal.page_ids). Under
-- row-level security "like" may not use an index (it is not leakproof), and where many companies share a table, the
-- planner takes the rows that pass the fence for few: it gathered and sorted all orders of a company for one page. It
-- gives ids only; what they show is read inside the fence.
create or replace function internal.list_page(list text, input jsonb,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_filters text := internal.list_filters(list, input);
  v_paths jsonb := '{}';
begin
  if list not in ('products', 'orders', 'customers', 'inventory_levels', 'stock_movements', 'payments',
    'order_calls', 'parcels', 'returns') then
    return;
  end if;
  if v_filters <> '' then
    v_paths := internal.list_paths(list, input);
    if v_paths -> 'groups' ? 'answers' then
      v_filters := internal.list_filters(list, input - (v_paths #>> '{groups,answers}'));
    end if;
  end if;
  select p.* into ids, has_more, next_cursor
    from internal.page_ids('app.' || list, input, v_filters, paths => v_paths) p;
end
$$;
grant execute on function internal.list_page(text, jsonb) to haat_api, haat_staff;

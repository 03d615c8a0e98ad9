--! owner: haat_gatekeeper
-- Finds a page of one of the lists that grow with a shop, as internal.page_ids does.
-- Takes: products, orders, customers, inventory_levels, stock_movements or payments, and the input of the list; of
-- payments with the order's id.
-- Raises: HT100 (store_id or cursor outside the key).
-- spec: Pagination
--
-- As the gatekeeper, whose policies are constant, and with the fence as a plain condition (internal.page_ids). Under
-- row-level security "like" may not use an index (it is not leakproof), and where many companies share a table, the
-- planner takes the rows that pass the fence for few: it gathered and sorted all orders of a company for one page. It
-- gives ids only; what they show is read inside the fence.
-- The gatekeeper may not see the statistics of words, so the planner takes every word for a rare one. A word that many
-- names hold would be gathered and sorted: therefore the next rows are looked at first. So they are for other filters
-- that few rows may pass.
create or replace function internal.list_page(list text, input jsonb,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_relation constant text := 'app.' || list;
  v_searches constant boolean := input ->> 'search' is not null;
  v_input jsonb := input;
  v_filters text;
  v_way text;
  v_change_way text;
  v_gathered text;
  v_walked text;
  v_probe_rows integer := 0;
begin
  case list
    when 'products' then
      v_filters := internal.product_filters(input);
      v_way := internal.product_category_way(input);
      if v_searches and internal.is_listed_by_category(input - 'search') then
        v_walked := internal.walk_along(internal.product_category_way(input - 'search'), v_relation, '');
      end if;
      if v_searches or v_way is null and input ->> 'brand_id' is not null then
        v_gathered := internal.gathered(v_relation, internal.product_short_clause(input ->> 'search')
          || internal.product_filters(input - 'category_id'));
      end if;
      -- By its category and status alone a page is found at once.
      v_probe_rows := case
        when coalesce(v_way, v_gathered) is null or internal.is_listed_by_category(input) then 0 else 200 end;
    when 'orders' then
      v_filters := internal.order_filters(input);
      select w.way, w.change_way, w.gathered, w.walked, w.probe_rows
        into v_way, v_change_way, v_gathered, v_walked, v_probe_rows
        from internal.order_ways(input) w;
    when 'customers' then
      v_filters := internal.customer_filters(input);
      v_gathered := case when v_searches then
        internal.gathered(v_relation,
          concat(internal.customer_short_clause(input ->> 'search', 't'), v_filters)) end;
    when 'inventory_levels' then
      v_filters := internal.level_filters(input);
      v_way := internal.level_group_way(input);
    when 'stock_movements' then
      v_input := internal.movement_list_input(input);
      v_filters := internal.movement_filters(v_input);
      -- A SKU that no variant has would be looked for in all rows, one after the other.
      v_way := case when v_input -> 'sku_variant_ids' = '[]' then internal.gather_way(v_relation)
        else internal.movement_reference_way(v_input) end;
    when 'payments' then
      v_filters := ' and t.order_id = ($1 ->> ''id'')::uuid';
    else
      return;
  end case;
  if v_searches then
    -- One or two letters are seldom rare, and dear where they are not rare enough.
    v_probe_rows := case
      when list <> 'products' and length(internal.fold(input ->> 'search')) <= 2 then 480
      else 400 end;
  end if;
  select p.* into ids, has_more, next_cursor
    from internal.page_ids(v_relation, v_input, v_filters, probe_rows => v_probe_rows, way => v_way,
      change_way => v_change_way, gathered => v_gathered, walked => v_walked) p;
end
$$;
grant execute on function internal.list_page(text, jsonb) to haat_api, haat_staff;

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
  v_probe_rows integer := 0;
begin
  case list
    when 'products' then
      v_filters := internal.product_filters(input);
      v_way := internal.product_category_way(input);
      if v_way is null and input ->> 'brand_id' is not null then
        v_way := internal.gather_way(v_relation);
      end if;
      -- By its category and status alone a page is found at once.
      v_probe_rows := case when v_way is null or internal.is_listed_by_category(input) then 0 else 200 end;
    when 'orders' then
      v_filters := internal.order_filters(input);
      v_change_way := case when input ->> 'updated_after' is not null then internal.order_change_way(input) end;
      v_way := case
        when v_searches then internal.order_search_way(input ->> 'search', input -> 'without_phones' is null)
        else internal.order_group_way(input) end;
      v_probe_rows := case when v_way is null then 0 else 200 end;
      if v_way is null and input ?| '{follow_up_after,follow_up_before}' then
        v_way := internal.follow_up_way();
      elsif v_way is null and input ?| '{courier_id,sku}' then
        v_way := internal.gather_way(v_relation);
        v_probe_rows := 450;
      end if;
    when 'customers' then
      v_filters := internal.customer_filters(input);
      if v_searches then
        v_way := internal.gather_way(v_relation, internal.customer_short_clause(input ->> 'search', 't'));
      end if;
    when 'inventory_levels' then
      v_filters := internal.level_filters(input);
      v_way := internal.level_group_way(input);
    when 'stock_movements' then
      v_input := internal.movement_list_input(input);
      v_filters := internal.movement_filters(v_input);
      -- A SKU of nobody would be looked for in all rows, one after the other.
      v_way := case when v_input -> 'sku_variant_ids' = '[]' then internal.gather_way(v_relation)
        else internal.movement_reference_way(v_input) end;
    when 'payments' then
      v_filters := ' and t.order_id = ($1 ->> ''id'')::uuid';
    else
      return;
  end case;
  if v_searches then
    -- One or two letters are seldom rare, and dear where they are not rare enough.
    v_way := coalesce(v_way, internal.gather_way(v_relation,
      case when list = 'products' then internal.product_short_clause(input ->> 'search') end));
    v_probe_rows := case
      when list <> 'products' and length(internal.fold(input ->> 'search')) <= 2 then 480
      else 400 end;
  end if;
  select p.* into ids, has_more, next_cursor
    from internal.page_ids(v_relation, v_input, v_filters, probe_rows => v_probe_rows, way => v_way,
      change_way => v_change_way) p;
end
$$;
grant execute on function internal.list_page(text, jsonb) to haat_api, haat_staff;

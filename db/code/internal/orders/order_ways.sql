-- Says how the order list gets at its rows: what internal.page_ids is told for it.
-- Takes: the input of the order list.
-- spec: GET /orders
--
-- A city, a courier or a SKU that few orders have is found by its index, and a term that few orders or customers hold.
-- What many have is walked to: along the orders of the status, stage and so on that are asked for too.
create or replace function internal.order_ways(input jsonb,
  out way text, out change_way text, out gathered text, out walked text, out probe_rows integer)
language plpgsql immutable
set search_path = ''
as $$
begin
  way := internal.order_group_way(input);
  change_way := case when input ->> 'updated_after' is not null then internal.order_change_way(input) end;
  probe_rows := case when way is null then 0 else 200 end;
  if coalesce(input ->> 'search', input ->> 'city') is not null then
    gathered := coalesce(
      internal.order_search_gathered(input ->> 'search', input -> 'without_phones' is null),
      internal.gathered('app.orders', internal.order_filters(jsonb_build_object('city', input -> 'city'))));
    -- The walk has the window's ends by itself.
    walked := internal.walk_along(way, 'app.orders',
      internal.order_filters(input - '{search,city,created_after,created_before}'::text[]));
    probe_rows := 450;
  elsif way is null and input ?| '{follow_up_after,follow_up_before}' then
    way := internal.follow_up_way();
  elsif way is null and input ?| '{courier_id,sku}' then
    gathered := internal.gathered('app.orders', internal.order_filters(jsonb_build_object(
      'courier_id', input -> 'courier_id',
      'sku', input -> 'sku')));
    probe_rows := 450;
  end if;
end
$$;
grant execute on function internal.order_ways(jsonb) to haat_gatekeeper;

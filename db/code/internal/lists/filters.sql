-- The filters of all lists: of which lists (by the names of their tables), the field of the input, and the condition
-- over alias t. A condition is constant text. It reads its values from $1, the input; what the other parameters are,
-- internal.page_ids says. indexed: an index finds the few rows that may fit, by the condition and what stands here
-- ('': nothing more): the list has a filter scan for it.
--
-- A new filter is one line here. created_after and created_before are not filters: they are ends of the scope
-- (internal.page_scopes). The statement is planned with the values known: an "or" with a condition on $1 alone costs
-- nothing.
create or replace view internal.filters as
select f.lists, f.field, f.indexed, f.condition
from (values
  ('{products,orders,parcels,returns,brands,categories,attributes,videos,exports,jobs}'::text[], 'status', null,
    $c$t.status = $1 ->> 'status'$c$),
  ('{webhook_endpoints,webhook_deliveries}', 'status', null, $c$t.status = $1 ->> 'status'$c$),
  ('{products,orders,customers,inventory_levels,parcels,returns}', 'updated_after', null, $c$t.updated_at
    >= pg_catalog.date_trunc('milliseconds', ($1 ->> 'updated_after')::timestamptz)$c$),
  ('{products,orders}', 'updated_before', null, $c$t.updated_at < ($1 ->> 'updated_before')::timestamptz$c$),
  ('{brands,categories,attributes}', 'search', null,
    $c$(internal.fold(t.name) like internal.like_pattern($1 ->> 'search')
    or t.slug like internal.like_pattern($1 ->> 'search'))$c$),
  ('{attributes}', 'type', null, $c$t.type = $1 ->> 'type'$c$),
  ('{jobs}', 'operation', null, $c$t.operation = $1 ->> 'operation'$c$),
  ('{products}', 'brand_id', null, $c$t.brand_id = ($1 ->> 'brand_id')::uuid$c$),
  ('{products}', 'category_id', null, $c$(select true from app.product_categories pc
    where pc.product_id = t.id and pc.category_id = ($1 ->> 'category_id')::uuid)$c$),
  ('{products}', 'tag', null, $c$t.tags <> '{}' and internal.tag_keys(t.store_id, t.tags) && array(
    select internal.tag_keys(s.id, array[$1 ->> 'tag']) from unnest($8) s (id))$c$),
  ('{products}', 'search', null, $c$t.search_text like internal.like_pattern($1 ->> 'search')$c$),
  ('{orders}', 'stage', null, $c$t.status = any (array(
    select w.status from app.order_statuses w where w.stage = $1 ->> 'stage'))$c$),
  ('{orders}', 'payment_status', null, $c$t.payment_status = $1 ->> 'payment_status'$c$),
  ('{orders}', 'fulfillment_status', null, $c$t.fulfillment_status = $1 ->> 'fulfillment_status'$c$),
  ('{orders}', 'channel', null, $c$t.channel_id in (
    select c.id from app.channels c where c.company_id = $2 and c.slug = $1 ->> 'channel')$c$),
  ('{orders}', 'follow_up_after', null, $c$t.follow_up_at
    >= pg_catalog.date_trunc('milliseconds', ($1 ->> 'follow_up_after')::timestamptz)$c$),
  ('{orders}', 'follow_up_before', null, $c$t.follow_up_at
    < pg_catalog.date_trunc('milliseconds', ($1 ->> 'follow_up_before')::timestamptz)$c$),
  -- The indexes of assignees and cities are ones of the company, that of customers is one of the store.
  ('{orders}', 'assignee_id', null, $c$t.company_id = $2 and t.assignee_id = ($1 ->> 'assignee_id')::uuid$c$),
  ('{orders}', 'customer_id', null, $c$t.customer_id = ($1 ->> 'customer_id')::uuid
    and t.store_id = (select c.store_id from app.customers c where c.id = ($1 ->> 'customer_id')::uuid)$c$),
  ('{orders}', 'city', '', $c$t.company_id = $2 and lower(t.shipping_address ->> 'city') = lower($1 ->> 'city')$c$),
  -- As internal.address_district: what an address names as its district, or else its city.
  ('{orders}', 'district', '', $c$t.company_id = $2 and (
    lower(btrim(t.shipping_address ->> 'district')) = lower($1 ->> 'district')
    or nullif(btrim(t.shipping_address ->> 'district'), '') is null
      and lower(t.shipping_address ->> 'city') = lower($1 ->> 'district'))$c$),
  ('{orders}', 'tag', '', $c$t.tags is not null and internal.tag_keys(t.store_id, t.tags) && array(
    select internal.tag_keys(s.id, array[$1 ->> 'tag']) from unnest($8) s (id))$c$),
  -- Days of the store's calendar: the window of moments around them is that of the scope (staff.list_orders).
  ('{orders}', 'placed_from', null, $c$t.store_date >= ($1 ->> 'placed_from')::date$c$),
  ('{orders}', 'placed_to', null, $c$t.store_date <= ($1 ->> 'placed_to')::date$c$),
  ('{orders}', 'least_amount', null, $c$t.total_amount >= ($1 ->> 'least_amount')::numeric$c$),
  ('{orders}', 'most_amount', null, $c$t.total_amount <= ($1 ->> 'most_amount')::numeric$c$),
  ('{orders}', 'courier_id', '', $c$t.id in (select p.order_id from app.parcels p
    where p.company_id = $2 and p.courier_id = ($1 ->> 'courier_id')::uuid)$c$),
  ('{orders}', 'sku', '', $c$t.id in (
    select i.order_id from app.variants v
    join app.order_items i on i.store_id = v.store_id and i.variant_id = v.id
    where v.store_id = any ($8) and internal.fold(v.sku) = internal.fold($1 ->> 'sku'))$c$),
  -- orders_calls_idx has both. Ten calls and more are one group of it: min_calls is at most 10.
  ('{orders}', 'last_call_outcome', '', $c$t.last_call_outcome = $1 ->> 'last_call_outcome'$c$),
  ('{orders}', 'min_calls', ' and t.last_call_outcome is not null',
    $c$least(t.call_count, 10) >= ($1 ->> 'min_calls')::integer$c$),
  ('{orders}', 'search', null, $c$((t.number >= internal.order_number_prefix($1 ->> 'search')
      and t.number < internal.order_number_prefix($1 ->> 'search') || ':')
    or lower(t.number) like internal.order_number_pattern($1 ->> 'search')
    or (select internal.fold(c.full_name) like internal.like_pattern($1 ->> 'search')
        or $1 -> 'without_phones' is null
          and lower(c.phone) like internal.like_pattern(internal.phone_fragment($1 ->> 'search'))
      from app.customers c where c.id = t.customer_id))$c$),
  -- The index of orders is one of the store.
  ('{parcels,returns}', 'order_id', '', $c$t.order_id = ($1 ->> 'order_id')::uuid
    and t.store_id = (select o.store_id from app.orders o where o.id = ($1 ->> 'order_id')::uuid)$c$),
  ('{parcels}', 'courier_id', null, $c$t.courier_id = ($1 ->> 'courier_id')::uuid$c$),
  ('{parcels}', 'tracking_code', '', $c$t.store_id = any ($8)
    and lower(t.tracking_code) = lower($1 ->> 'tracking_code')$c$),
  ('{customers}', 'phone', null, $c$t.phone = internal.canonical_phone($1 ->> 'phone')$c$),
  ('{customers}', 'search', $c$ and (length(internal.fold($1 ->> 'search')) > 2
      or internal.short_grams(internal.fold(t.full_name) || ' ' || coalesce(lower(t.email), ''))
        operator(pg_catalog.@>) array[internal.fold($1 ->> 'search')])$c$,
    $c$(internal.fold(t.full_name) like internal.like_pattern($1 ->> 'search')
    or $1 -> 'without_contacts' is null and (
      lower(t.phone) like internal.like_pattern(internal.phone_fragment($1 ->> 'search'))
      or lower(t.email) like internal.like_pattern($1 ->> 'search')))$c$),
  ('{inventory_levels}', 'warehouse_id', null, $c$t.location_id = ($1 ->> 'warehouse_id')::uuid$c$),
  ('{inventory_levels}', 'variant_id', null, $c$t.variant_id = ($1 ->> 'variant_id')::uuid$c$),
  ('{inventory_levels}', 'low_stock', null, $c$t.is_low_stock = ($1 ->> 'low_stock')::boolean$c$),
  ('{stock_movements}', 'variant_id', null, $c$t.variant_id = ($1 ->> 'variant_id')::uuid$c$),
  -- The indexes of locations and of types are ones of the company.
  ('{stock_movements}', 'location_id', null,
    $c$t.company_id = $2 and t.location_id = ($1 ->> 'location_id')::uuid$c$),
  ('{stock_movements}', 'warehouse_id', null,
    $c$t.company_id = $2 and t.location_id = ($1 ->> 'warehouse_id')::uuid$c$),
  ('{stock_movements}', 'type', null, $c$t.company_id = $2 and t.type = $1 ->> 'type'$c$),
  ('{inventory_levels,stock_movements}', 'sku', null, $c$t.variant_id = any (array(
    select internal.find_sku(s.id, $1 ->> 'sku') from unnest($8) s (id)))$c$),
  -- What came back or was damaged on the way is booked on the order's returns.
  ('{stock_movements}', 'order_id', null,
    $c$t.reference_type in ('order', 'return') and t.reference_id = any (array(
    select ($1 ->> 'order_id')::uuid
    union all
    select r.id from app.returns r where r.store_id = any ($8) and r.order_id = ($1 ->> 'order_id')::uuid))$c$),
  ('{changes}', 'record_type', null, $c$t.record_type = $1 ->> 'record_type'$c$),
  ('{changes}', 'record_id', null, $c$t.record_id = ($1 ->> 'record_id')::uuid$c$),
  ('{changes}', 'actor_type', null, $c$t.actor_type = $1 ->> 'actor_type'$c$),
  ('{changes}', 'actor_id', null, $c$t.actor_id = ($1 ->> 'actor_id')::uuid$c$),
  ('{payments,order_calls}', 'id', null, $c$t.order_id = ($1 ->> 'id')::uuid$c$)
) f (lists, field, indexed, condition);
grant select on internal.filters to haat_api, haat_gatekeeper;
comment on column internal.filters.lists is 'The lists that have it, by the names of their tables.';
comment on column internal.filters.field is 'What the filter is called in the input.';
comment on column internal.filters.indexed is
  'What an index needs beside the condition to find the few rows that may fit (nothing more: empty); null: none does.';
comment on column internal.filters.condition is 'The condition on a row of the list.';

-- Writes the filters of the order list as clauses for internal.page_ids. The text is constant; values come as $1.
-- Takes: the input of the order list.
-- spec: GET /orders
--
-- The search is asked of each row as it stands, for the next rows; otherwise internal.order_search_gathered finds it.
create or replace function internal.order_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  case when input ->> 'status' is not null then
    ' and t.status = $1 ->> ''status''' end,
  case when input ->> 'stage' is not null then
    ' and t.status = any (array(select w.status from app.order_statuses w where w.stage = $1 ->> ''stage''))' end,
  case when input ->> 'payment_status' is not null then
    ' and t.payment_status = $1 ->> ''payment_status''' end,
  case when input ->> 'fulfillment_status' is not null then
    ' and t.fulfillment_status = $1 ->> ''fulfillment_status''' end,
  case when input ->> 'channel' is not null then
    ' and t.channel_id in (select c.id from app.channels c'
    || ' where c.company_id = $2 and c.slug = $1 ->> ''channel'')' end,
  case when input ->> 'created_after' is not null then
    ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_after'')::timestamptz)' end,
  case when input ->> 'created_before' is not null then
    ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_before'')::timestamptz)' end,
  case when input ->> 'updated_after' is not null then
    ' and t.updated_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz)' end,
  case when input ->> 'updated_before' is not null then
    ' and t.updated_at < ($1 ->> ''updated_before'')::timestamptz' end,
  case when input ->> 'follow_up_after' is not null then
    ' and t.follow_up_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''follow_up_after'')::timestamptz)' end,
  case when input ->> 'follow_up_before' is not null then
    ' and t.follow_up_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''follow_up_before'')::timestamptz)' end,
  case when input ->> 'assignee_id' is not null then
    -- The index of assignees is one of the company.
    ' and t.company_id = $2 and t.assignee_id = ($1 ->> ''assignee_id'')::uuid' end,
  case when input ->> 'customer_id' is not null then
    -- And that of customers one of the store: a customer belongs to one.
    ' and t.store_id = (select c.store_id from app.customers c where c.id = ($1 ->> ''customer_id'')::uuid)'
    || ' and t.customer_id = ($1 ->> ''customer_id'')::uuid' end,
  case when input ->> 'courier_id' is not null then
    ' and t.id in (select p.order_id from app.parcels p'
    || ' where p.company_id = $2 and p.courier_id = ($1 ->> ''courier_id'')::uuid)' end,
  case when input ->> 'sku' is not null then
    ' and t.id in (select i.order_id from app.variants v join app.order_items i on i.store_id = v.store_id'
    || ' and i.variant_id = v.id where v.store_id = any ($8)'
    || ' and internal.fold(v.sku) = internal.fold($1 ->> ''sku''))' end,
  case when input ->> 'city' is not null then
    -- And so is that of cities.
    ' and t.company_id = $2 and lower(t.shipping_address ->> ''city'') = lower($1 ->> ''city'')' end,
  case when input ->> 'search' is not null then
    concat(' and (', internal.order_number_clause(input ->> 'search') || ' or ',
      '(select ', internal.customer_search_clause(input ->> 'search',
        with_phone => input -> 'without_phones' is null),
      ' from app.customers c where c.id = t.customer_id))') end);
grant execute on function internal.order_filters(jsonb) to haat_gatekeeper;

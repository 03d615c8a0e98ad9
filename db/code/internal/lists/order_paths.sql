-- Gives the access paths of the order list (internal.list_paths).
-- Takes: the input of the list.
-- see: reference/orders#list_orders
create or replace function internal.order_paths(input jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  -- What came of the calls has groups of its own, where no other groups are asked for.
  v_is_called constant boolean := input ?| '{last_call_outcome,min_calls}'
    and not input ?| '{payment_status,fulfillment_status,channel}';
  v_filter_scans constant text[] := internal.filter_scans('orders',
      case when v_is_called then input - '{last_call_outcome,min_calls}'::text[] else input end)
    || case when input ->> 'search' is not null then array[internal.order_search_scan()] end;
  -- A number or a phone, or most of it: few orders have it.
  v_filters_first constant boolean := coalesce(input ->> 'search' ~ '([0-9].*){6}', false);
  v_is_grouped constant boolean := not v_is_called
    and input ?| '{status,stage,payment_status,fulfillment_status,channel}';
begin
  return jsonb_build_object(
    -- A group with many orders fills a page at once.
    'budget', case when v_filter_scans <> '{}' then 400 when v_is_grouped then 200 end,
    'filters_first', v_filters_first,
    'filter_scans', v_filter_scans,
    -- One index serves every mixture of the four.
    'groups', case
      when v_is_grouped then jsonb_build_object(
        'of', 'internal.order_groups($1, $2, $8) g',
        'match', 't.store_id = g.store_id and t.status = g.status and t.payment_status = g.payment_status
          and t.fulfillment_status = g.fulfillment_status and t.channel_id = g.channel_id')
      when v_is_called then jsonb_build_object(
        'of', 'internal.called_order_groups($1, $8) g',
        'match', 't.store_id = g.store_id and t.status = g.status and t.last_call_outcome = g.outcome
          and least(t.call_count, 10) = g.calls')
      when input ?| '{follow_up_after,follow_up_before}' then jsonb_build_object(
        'of', 'unnest($8) g (store_id)',
        'match', 't.store_id = g.store_id and t.follow_up_at is not null') end,
    'older', jsonb_build_object(
      'budget', case when v_filter_scans <> '{}' then 400 end,
      'filters_first', v_filters_first,
      'filter_scans', v_filter_scans,
      'groups', jsonb_build_object(
        'of', 'internal.order_lifespans($1, $8) g',
        'own_ends', true,
        -- Ends that are not known beforehand are taken for near ones; of two on one side only one may be the index's.
        'match', 't.store_id = g.store_id and t.status = g.status
          and internal.lifespan_class(t.updated_at - t.created_at) = g.class and g.first_at <= $6
          and t.created_at >= greatest($4, g.first_at) and t.created_at <= least($6, g.last_at)
          and ((t.created_at, t.id) > ($4, $5)) is true and ((t.created_at, t.id) < ($6, $7)) is true')));
end
$$;
grant execute on function internal.order_paths(jsonb) to haat_gatekeeper;

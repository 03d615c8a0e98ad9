-- Gives the access paths of the lists of parcels and of returns (internal.list_paths).
-- Takes: the list, by the name of its table, and its input.
-- see: reference/parcels#list_parcels
--
-- An order and a tracking code have a few rows, so they are looked up first. The index of couriers has a courier's
-- parcels by status: without a status, those of each are merged.
create or replace function internal.parcel_paths(list text, input jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_filter_scans constant text[] := internal.filter_scans(list, input);
begin
  return jsonb_build_object(
    'filters_first', v_filter_scans <> '{}',
    'filter_scans', v_filter_scans,
    'groups', case
      when input ->> 'courier_id' is not null then jsonb_build_object(
        'of', '(select s.id as store_id, c.status
           from unnest($8) s (id)
           cross join unnest(array[''booked'', ''picked_up'', ''delivered'', ''delivery_failed'', ''return_requested'',
             ''received'', ''cancelled'']) c (status)
           where $1 ->> ''status'' is null or c.status = $1 ->> ''status'') g',
        'match', 't.store_id = g.store_id and t.courier_id = ($1 ->> ''courier_id'')::uuid and t.status = g.status')
      when input ->> 'status' is not null then jsonb_build_object(
        'of', 'unnest($8) g (store_id)',
        'match', 't.store_id = g.store_id and t.status = $1 ->> ''status''') end,
    'older', jsonb_build_object(
      'filters_first', v_filter_scans <> '{}',
      'filter_scans', v_filter_scans,
      'groups', internal.lifespan_groups(list)));
end
$$;
grant execute on function internal.parcel_paths(text, jsonb) to haat_gatekeeper;

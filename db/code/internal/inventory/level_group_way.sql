-- Gives the way of internal.page_ids to the levels of a location, or to those that are low. Constant text only.
-- Takes: the input of the levels list; null comes back where it has neither filter, and where
-- the levels of one variant are asked for.
-- spec: GET /inventory/levels
--
-- One index holds the levels of a location, the low ones apart, by time. From each of the few parts that fit come its
-- next rows.
create or replace function internal.level_group_way(input jsonb) returns text
language sql immutable
return case
  when input ->> 'variant_id' is null and coalesce(input ->> 'warehouse_id', input ->> 'low_stock') is not null
  then pg_catalog.concat(
  'select t.id, t.created_at
   from unnest(case when $3 is null then $8 else array[$3] end) s (id)
   cross join app.locations a
   cross join (values (true), (false)) g (is_low_stock)
   cross join lateral (
     select t.id, t.created_at
     from app.inventory_levels t
     where {scope} and t.store_id = s.id and t.location_id = a.id and t.is_low_stock = g.is_low_stock{filters}
     {order} limit $6
   ) t
   where a.company_id = $2',
  case when input ->> 'warehouse_id' is not null then ' and a.id = ($1 ->> ''warehouse_id'')::uuid' end,
  case when input ->> 'low_stock' is not null then ' and g.is_low_stock = ($1 ->> ''low_stock'')::boolean' end,
  ' {order} limit $6') end;
grant execute on function internal.level_group_way(jsonb) to haat_gatekeeper;

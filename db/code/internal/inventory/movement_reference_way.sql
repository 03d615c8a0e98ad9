-- Gives the way of internal.page_ids to the ledger rows of an order and its returns; null comes back where the input
-- has no references. Constant text only.
-- Takes: the input of the movements list, with references.
-- spec: GET /inventory/movements
--
-- "offset 0": found by the reference alone. With a cursor, the planner looked through all rows behind it as well.
create or replace function internal.movement_reference_way(input jsonb) returns text
language sql immutable
return case when input -> 'references' is not null then
  'select t.id, t.created_at
   from (
     select t.*
     from app.stock_movements t
     where t.reference_id = any (array(
       select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''references'') e))
     offset 0
   ) t
   where {scope}{filters}
   {order} limit $6' end;
grant execute on function internal.movement_reference_way(jsonb) to haat_gatekeeper;

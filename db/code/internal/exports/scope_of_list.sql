-- Gives the scope that a list needs which can be exported; null for another.
create or replace function internal.scope_of_list(operation text) returns text
language sql immutable
return case operation
  when 'list_products' then 'products:read'
  when 'list_orders' then 'orders:read'
  when 'list_customers' then 'customers:read'
  when 'list_inventory_levels' then 'inventory:read'
  when 'list_inventory_movements' then 'inventory:read' end;
grant execute on function internal.scope_of_list(text) to haat_gatekeeper;

-- Gives the scope that reads the object of an event; null for a ping, which is about an endpoint, and where the object
-- itself says who reads it (internal.is_event_readable).
create or replace function internal.event_scope(type text) returns text
language sql immutable
return case pg_catalog.split_part(event_scope.type, '.', 1)
  when 'product' then 'products:read'
  when 'category' then 'products:read'
  when 'brand' then 'products:read'
  when 'order' then 'orders:read'
  when 'payment' then 'payments:read'
  when 'payout' then 'payments:read'
  when 'parcel' then 'parcels:read'
  when 'return' then 'returns:read'
  when 'customer' then 'customers:read'
  when 'inventory' then 'inventory:read'
  when 'video' then 'videos:write' end;
grant execute on function internal.event_scope(text) to haat_api, haat_gatekeeper;

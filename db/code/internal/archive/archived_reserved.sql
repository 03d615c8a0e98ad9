-- Gives what the archived movements of a level changed in reserved, in sum.
create or replace function internal.archived_reserved(variant_id uuid, location_id uuid) returns bigint
language sql stable
set search_path = ''
begin atomic
  select coalesce(sum(a.reserved_change), 0)
  from internal.archived_movements a
  where a.variant_id = archived_reserved.variant_id and a.location_id = archived_reserved.location_id;
end;

-- Tells whether fewer units of anything are available than are requested.
-- Takes: both by variant, in the same order.
create or replace function internal.is_short(available integer[], requested integer[]) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  for v_place in 1..cardinality(requested) loop
    if available[v_place] < requested[v_place] then
      return true;
    end if;
  end loop;
  return false;
end
$$;

-- Locks the costs of the variants that a request changes, in the order of the variants' ids, as everybody does.
-- Takes: the variants as internal.save_variants takes them. Only those with cost_price or sku need the lock.
create or replace function internal.lock_variant_costs(variants jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.variant_costs c
    -- An array: the planner takes it for few, and does not read all costs to join with them.
    where c.variant_id = any (array(
      select (w.item ->> 'id')::uuid
      from jsonb_array_elements(variants) as w (item)
      where w.item ->> 'cost_price' is not null or w.item ->> 'sku' is not null))
    order by c.variant_id
    for update;
end
$$;

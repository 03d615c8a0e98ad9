-- Finds the variants that staff name by id or SKU in the stores they see. A SKU means the goods of live stores; those
-- of a test store only where no live one has it.
-- Takes: {variant_id | sku}.
create or replace function internal.find_variants_in_reach(named jsonb) returns setof app.variants
language sql stable rows 1
set search_path = ''
begin atomic
  with found as (
    select v.id, s.is_test
    from internal.find_line_variants(internal.current_store_ids(), named) v
    join app.stores s on s.id = v.store_id
  )
  select v.*
  from found f
  join app.variants v on v.id = f.id
  where f.is_test = (select bool_and(x.is_test) from found x);
end;

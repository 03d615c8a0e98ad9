-- Finds the variants that a line names: none, one, or one in each store when several stores have the SKU.
-- Takes: stores and a line {variant_id | sku}; variant_id counts when both are given.
-- Gives: of a store that has the SKU as it is written, that variant; else the one that has it in another letter case
-- or form, unless several do.
-- see: guides/first-order#3-create-the-order
--
-- Two branches, each with its own index: one condition "by id when given, otherwise by SKU" would read the whole
-- catalog.
create or replace function internal.find_line_variants(store_ids uuid[], line jsonb) returns setof app.variants
language sql stable rows 1
begin atomic
  select v.* from app.variants v
    where line ->> 'variant_id' is not null
      and v.store_id = any (store_ids) and v.id = (line ->> 'variant_id')::uuid
  union all
  select v.*
    from unnest(store_ids) as s (id)
    -- As a column, so that row-level security lets it into the condition of the index.
    cross join lateral (select internal.find_sku(s.id, line ->> 'sku') as id offset 0) f
    join app.variants v on v.id = f.id
    where line ->> 'variant_id' is null and line ->> 'sku' is not null;
end;

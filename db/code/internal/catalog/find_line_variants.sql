-- Takes: stores and a line {variant_id | sku}, variant_id first when both are given.
-- Gives: the variants that it names: none, one, or one a store for a SKU that several stores have.
-- spec: POST /orders, POST /inventory/adjustments
--
-- One index look-up a line, by id or by SKU: a join on "id when given, else SKU" would read the whole catalog.
create or replace function internal.find_line_variants(store_ids uuid[], line jsonb) returns setof app.variants
language sql stable
begin atomic
  select v.* from app.variants v
    where line ->> 'variant_id' is not null
      and v.store_id = any (store_ids) and v.id = (line ->> 'variant_id')::uuid
  union all
  select v.* from app.variants v
    where line ->> 'variant_id' is null
      and v.store_id = any (store_ids) and v.sku = line ->> 'sku';
end;

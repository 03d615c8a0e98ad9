-- Writes the filters of the product list as clauses for internal.page_ids. The text is constant; values come as $1.
-- Takes: the input of the product list.
-- spec: GET /products
create or replace function internal.product_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  case when input ->> 'status' is not null then
    ' and t.status = $1 ->> ''status''' end,
  case when input ->> 'brand_id' is not null then
    ' and t.brand_id = ($1 ->> ''brand_id'')::uuid' end,
  case when input ->> 'category_id' is not null then
    -- Of each row by itself; where few rows are of the category, internal.product_category_way finds them.
    ' and (select true from app.product_categories pc'
    || ' where pc.product_id = t.id and pc.category_id = ($1 ->> ''category_id'')::uuid)' end,
  case when input ->> 'updated_after' is not null then
    ' and t.updated_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''updated_after'')::timestamptz)' end,
  case when input ->> 'updated_before' is not null then
    ' and t.updated_at < ($1 ->> ''updated_before'')::timestamptz' end,
  case when input ->> 'search' is not null then
    ' and t.search_text like internal.like_pattern($1 ->> ''search'')' end);
grant execute on function internal.product_filters(jsonb) to haat_api, haat_gatekeeper;

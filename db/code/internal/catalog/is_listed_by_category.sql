-- Tells whether the product list asks for a category, and for nothing else of a product but its status: an index lists
-- it by both.
-- Takes: the input of the product list.
-- spec: GET /products
create or replace function internal.is_listed_by_category(input jsonb) returns boolean
language sql immutable
return input ->> 'category_id' is not null
  and coalesce(input ->> 'search', input ->> 'brand_id') is null
  and coalesce(input ->> 'updated_after', input ->> 'updated_before') is null;
grant execute on function internal.is_listed_by_category(jsonb) to haat_gatekeeper;

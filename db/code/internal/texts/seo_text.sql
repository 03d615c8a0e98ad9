-- Gives the SEO text to store for a category, brand or product, cut to its longest length.
-- Takes: the input, the field of its seo (seo null clears both), the present text and the longest length (characters).
-- see: reference/brands#get_brand
create or replace function internal.seo_text(input jsonb, field text, current_text text, maximum integer) returns text
language sql immutable
return case
  when not input operator(pg_catalog.?) 'seo' then current_text
  when input -> 'seo' = 'null' then null
  when not (input -> 'seo') operator(pg_catalog.?) field then current_text
  else pg_catalog.left(input -> 'seo' ->> field, maximum)
end;

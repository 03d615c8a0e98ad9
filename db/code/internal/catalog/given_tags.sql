-- Gives the tags to store for a product or an order: in the order in which they came, each once, whatever its letter
-- case.
-- Takes: the input (tags absent: kept, null: none), and the present tags.
-- see: reference/products#get_product
create or replace function internal.given_tags(input jsonb, current_tags text[]) returns text[]
language sql immutable
return case
  when not input operator(pg_catalog.?) 'tags' then current_tags
  else array(
    select x.tag
    from (
      select distinct on (internal.fold(w.tag)) w.tag, w.n
      from pg_catalog.jsonb_array_elements_text(coalesce(nullif(input -> 'tags', 'null'), '[]'))
        with ordinality as w (tag, n)
      order by internal.fold(w.tag), w.n) x
    order by x.n)
end;

-- Gives the clause over alias t by which an index finds the products whose name or SKU may hold one or two letters;
-- what it finds is compared as ever. Empty for longer terms, which have trigrams. Constant text only.
-- Takes: the search term.
create or replace function internal.product_short_clause(term text) returns text
language sql immutable
return case when length(internal.fold(term)) between 1 and 2 then
  ' and internal.short_grams(t.search_text) operator(pg_catalog.@>) array[internal.fold($1 ->> ''search'')]'
  else '' end;
grant execute on function internal.product_short_clause(text) to haat_gatekeeper;

-- Gives the clause over an alias by which an index finds the customers whose name or email may hold one or two
-- letters; what it finds is compared as ever. Null for longer terms, which have trigrams. Constant text only.
-- Takes: the search term and the alias of app.customers.
create or replace function internal.customer_short_clause(term text, alias text) returns text
language sql immutable
return case when length(internal.fold(term)) between 1 and 2 then pg_catalog.format(
  ' and internal.short_grams(internal.fold(%1$s.full_name) || '' '' || coalesce(pg_catalog.lower(%1$s.email), ''''))'
  ' operator(pg_catalog.@>) array[internal.fold($1 ->> ''search'')]', alias) end;
grant execute on function internal.customer_short_clause(text, text) to haat_api, haat_gatekeeper;

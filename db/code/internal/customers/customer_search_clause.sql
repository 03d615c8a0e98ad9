-- Gives the clause over alias c that finds customers by name, by phone in any spelling and, if wanted, by email:
-- constant text only.
-- Takes: the search term and whether emails count.
-- spec: GET /customers, GET /orders
create or replace function internal.customer_search_clause(term text, with_email boolean default false) returns text
language sql immutable
return pg_catalog.concat(
  '(internal.fold(c.full_name) like internal.like_pattern($1 ->> ''search'')',
  case when internal.phone_fragment(term) is not null
    then ' or c.phone like internal.like_pattern(internal.phone_fragment($1 ->> ''search''))' end,
  case when with_email then ' or c.email like internal.like_pattern($1 ->> ''search'')' end,
  ')');
grant execute on function internal.customer_search_clause(text, boolean) to haat_api, haat_gatekeeper;

-- Gives the clause over an alias that finds customers by name, by phone in any spelling and, if wanted, by email:
-- constant text only.
-- Takes: the search term, whether emails count, the alias of app.customers, and whether phones count.
-- spec: GET /customers, GET /orders
--
-- lower() is what the indexes of searches are built on.
create or replace function internal.customer_search_clause(term text, with_email boolean default false,
  alias text default 'c', with_phone boolean default true) returns text
language sql immutable
return pg_catalog.format(
  pg_catalog.concat(
    '(internal.fold(%1$s.full_name) like internal.like_pattern($1 ->> ''search'')',
    case when with_phone and internal.phone_fragment(term) is not null
      then ' or pg_catalog.lower(%1$s.phone) like'
        || ' internal.like_pattern(internal.phone_fragment($1 ->> ''search''))' end,
    case when with_email then ' or pg_catalog.lower(%1$s.email) like internal.like_pattern($1 ->> ''search'')' end,
    ')'),
  alias);
grant execute on function internal.customer_search_clause(text, boolean, text, boolean) to haat_api, haat_gatekeeper;

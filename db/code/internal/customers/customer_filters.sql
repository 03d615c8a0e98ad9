-- Gives the filter clauses of the customer list for internal.page_ids: constant text only.
-- Takes: the input of the list; without_contacts: phones and emails are not searched.
-- spec: GET /customers
create or replace function internal.customer_filters(input jsonb) returns text
language sql immutable
return pg_catalog.concat(
  case when input ->> 'phone' is not null
    then ' and t.phone = internal.canonical_phone($1 ->> ''phone'')' end,
  case when input ->> 'search' is not null
    then ' and ' || internal.customer_search_clause(input ->> 'search', input -> 'without_contacts' is null, 't',
      with_phone => input -> 'without_contacts' is null) end);
grant execute on function internal.customer_filters(jsonb) to haat_api, haat_gatekeeper;

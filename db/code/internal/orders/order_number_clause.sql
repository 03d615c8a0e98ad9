-- Gives the clause over alias t that finds orders by their number, or null when no number can hold the term: constant
-- text only.
-- Takes: the search term; a number may be pasted as a confirmation shows it: "#ORD-20261121-1042".
-- spec: GET /orders, search
--
-- A term with the dash between day and sequence, or with ORD-, stands at the beginning of a number, where the unique
-- index finds it. Others may stand anywhere.
create or replace function internal.order_number_clause(term text) returns text
language sql immutable strict
return (
  select case
    when w.part ~ '^(ord-[0-9]*|(ord-)?[0-9]{8}-[0-9]*)$' then
      format('(t.number >= %1$s and t.number < %1$s || '':'')',
        'internal.order_number_part($1 ->> ''search'')')
    when w.part ~ '^[ord0-9-]+$' then
      'pg_catalog.lower(t.number) like'
        || ' ''%'' || pg_catalog.lower(internal.order_number_part($1 ->> ''search'')) || ''%''' end
  from (select pg_catalog.lower(internal.order_number_part(term)) as part) w
);
grant execute on function internal.order_number_clause(text) to haat_api, haat_gatekeeper;

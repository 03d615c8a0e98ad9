-- Gives the letters of a text, and each two that stand beside each other: by them searches for one or two letters are
-- found, since a trigram has three.
--
-- An index is built on it: customers_short_grams_idx.
create or replace function internal.short_grams(words text) returns text[]
language sql immutable parallel safe
return array(
  select distinct substr(words, n, l)
  from generate_series(1, length(words)) as n
  cross join (values (1), (2)) as g (l)
);
grant execute on function internal.short_grams(text) to haat_api, haat_gatekeeper;

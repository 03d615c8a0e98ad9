-- Gives the letters of a text, and each two neighbours: by them searches for one or two letters are found, since a
-- trigram has three.
--
-- An index is built on it: customers_short_grams_idx. As a loop: a query of its own would take six times as long.
create or replace function internal.short_grams(words text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_grams text[] := string_to_array(words, null);
begin
  for n in 1 .. length(words) - 1 loop
    v_grams := v_grams || substr(words, n, 2);
  end loop;
  return v_grams;
end
$$;
grant execute on function internal.short_grams(text) to haat_api, haat_gatekeeper;

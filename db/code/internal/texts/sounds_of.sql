-- Writes a name by its consonants, so that spellings of one name are equal or alike: Rahman, Rohman and রহমান
-- are "rhmn", Chowdhury and চৌধুরী "cdr". A vowel counts only where a word begins with it.
--
-- An index is built on it: customers_sounds_idx. Doubled letters are one; an h after another consonant and at the end
-- is not heard; letters that are written for one another are one letter. It runs for each row that a search looks at,
-- so it uses no regular expression, which would take ten times as long.
create or replace function internal.sounds_of(words text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_text text := internal.fold(words);
begin
  if octet_length(v_text) <> char_length(v_text) then
    v_text := internal.latin_letters(v_text);
  end if;
  v_text := translate(concat(' ', v_text, ' '), 'vzqy.,-_/()w''', 'bjki       ');
  v_text := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    v_text, 'ph', 'f'), 'ng', 'n'), 'sh', 's'), 'ch', 'c'), 'kh', 'k'), 'th', 't'), 'dh', 'd'), 'bh', 'b'), 'gh', 'g'),
    'jh', 'j');
  v_text := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    v_text, 'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'ff', 'f'), 'gg', 'g'), 'jj', 'j'), 'kk', 'k'), 'll', 'l'), 'mm', 'm'),
    'nn', 'n'), 'pp', 'p'), 'rr', 'r');
  v_text := replace(replace(replace(v_text, 'ss', 's'), 'tt', 't'), 'h ', ' ');
  -- A vowel that begins a word is one mark, whichever it is.
  v_text := replace(replace(replace(replace(replace(
    v_text, ' a', ' A'), ' e', ' A'), ' i', ' A'), ' o', ' A'), ' u', ' A');
  return btrim(translate(v_text, 'aeiou', ''));
end
$$;
grant execute on function internal.sounds_of(text) to haat_gatekeeper;

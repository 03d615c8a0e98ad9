-- Writes Bengali letters in Latin ones, as names of goods are mostly spelled; others stay. A vowel that is not written
-- is not guessed: it is for comparing by likeness.
create or replace function internal.latin_letters(words text) returns text
language sql immutable parallel safe
return (
  select translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      f.text, 'ড়', 'r'), 'ঢ়', 'r'), 'য়', 'y'), 'খ', 'kh'), 'ঘ', 'gh'), 'চ', 'ch'), 'ছ', 'ch'), 'ঝ', 'jh'),
      'ঠ', 'th'), 'থ', 'th'), 'ধ', 'dh'), 'ঢ', 'dh'), 'শ', 'sh'), 'ষ', 'sh'),
    'কগঙজঞটডণতদনপফবভমযরলসহৎংঅআইঈউঊঋএঐওঔািীুূৃেৈোৌ০১২৩৪৫৬৭৮৯়্ঁঃ',
    'kgnjntdntdnpfbvmjrlshtnoaiiuureoooaiiuureooo0123456789')
  from (select normalize(latin_letters.words, nfc) as text) f);
grant execute on function internal.latin_letters(text) to haat_gatekeeper;

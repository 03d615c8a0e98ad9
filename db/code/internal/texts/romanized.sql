-- Gives a name with Bengali letters and digits written in Latin ones.
-- see: guides/overview#conventions
--
-- Bengali by sound, near enough for an address to be read: every consonant is followed by an o, unless a vowel sign,
-- the sign that joins it to the next letter, or the end of the word follows. Other scripts stay as they are.
create or replace function internal.romanized(words text) returns text
language sql immutable parallel safe
set search_path = ''
begin atomic
  with written as (
    -- One letter each: ড়, ঢ়, য়; and the য that hangs below another letter sounds like য়.
    select replace(replace(replace(replace(normalize(words, nfc),
      E'\u09a1\u09bc', E'\u09dc'), E'\u09a2\u09bc', E'\u09dd'), E'\u09af\u09bc', E'\u09df'),
      E'\u09cd\u09af', E'\u09cd\u09df') as text
  ), spoken as (
    select regexp_replace(
      w.text,
      '([\u0995-\u09b9\u09dc\u09dd\u09df])(?=[\u0995-\u09b9\u09dc\u09dd\u09df\u09ce\u0981-\u0983])',
      '\1অ',
      'g') as text
    from written w
  )
  select string_agg(coalesce(m.latin, l.letter), '' order by l.n)
  from spoken s
  cross join string_to_table(s.text, null) with ordinality l (letter, n)
  left join (values
    ('অ', 'o'), ('আ', 'a'), ('ই', 'i'), ('ঈ', 'i'), ('উ', 'u'), ('ঊ', 'u'), ('ঋ', 'ri'),
    ('এ', 'e'), ('ঐ', 'oi'), ('ও', 'o'), ('ঔ', 'ou'),
    (E'\u09be', 'a'), (E'\u09bf', 'i'), (E'\u09c0', 'i'), (E'\u09c1', 'u'), (E'\u09c2', 'u'), (E'\u09c3', 'ri'),
    (E'\u09c7', 'e'), (E'\u09c8', 'oi'), (E'\u09cb', 'o'), (E'\u09cc', 'ou'),
    ('ক', 'k'), ('খ', 'kh'), ('গ', 'g'), ('ঘ', 'gh'), ('ঙ', 'ng'),
    ('চ', 'ch'), ('ছ', 'chh'), ('জ', 'j'), ('ঝ', 'jh'), ('ঞ', 'n'),
    ('ট', 't'), ('ঠ', 'th'), ('ড', 'd'), ('ঢ', 'dh'), ('ণ', 'n'),
    ('ত', 't'), ('থ', 'th'), ('দ', 'd'), ('ধ', 'dh'), ('ন', 'n'),
    ('প', 'p'), ('ফ', 'f'), ('ব', 'b'), ('ভ', 'bh'), ('ম', 'm'),
    ('য', 'j'), ('র', 'r'), ('ল', 'l'), ('শ', 'sh'), ('ষ', 'sh'), ('স', 's'), ('হ', 'h'),
    (E'\u09dc', 'r'), (E'\u09dd', 'rh'), (E'\u09df', 'y'), (E'\u09ce', 't'), (E'\u0982', 'ng'),
    -- Not spoken, or already spoken by the letters around them.
    (E'\u0981', ''), (E'\u0983', ''), (E'\u09cd', ''), (E'\u200c', ''), (E'\u200d', ''),
    ('০', '0'), ('১', '1'), ('২', '2'), ('৩', '3'), ('৪', '4'),
    ('৫', '5'), ('৬', '6'), ('৭', '7'), ('৮', '8'), ('৯', '9')
  ) m (letter, latin) on m.letter = l.letter;
end;
grant execute on function internal.romanized(text) to haat_api, haat_staff;

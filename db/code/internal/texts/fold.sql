-- Brings a name, or a text to search for, into the form in which names are compared.
-- Gives: the normal form NFC in lower case, without blanks around it and with single blanks inside.
-- see: guides/overview#conventions
--
-- Indexes are built on it and must be built anew after a change (apply-code does it). Bengali য়, ড়, ঢ়, ো and ৌ are
-- typed as one letter or as two, which only the normal form makes equal; ASCII text needs no normalizing. Blanks are
-- those of Unicode and the two of zero width that a copy brings along. It runs for each row where names are looked up,
-- so it uses no regular expression: each blank becomes blank and mark, pairs of mark and blank go, then the marks go.
create or replace function internal.fold(words text) returns text
language sql immutable parallel safe
return pg_catalog.btrim(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.lower(
  case when pg_catalog.octet_length(words) = pg_catalog.char_length(words)
    then pg_catalog.translate(words, E'\t\n\x0b\f\r', '     ')
    else pg_catalog.translate(
      normalize(words, nfc),
      E'\t\n\x0b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b'
        '\u2028\u2029\u202f\u205f\u3000\ufeff',
      pg_catalog.repeat(' ', 26)) end),
  ' ', E' \x01'), E'\x01 ', ''), E'\x01', ''));
grant execute on function internal.fold(text) to haat_api, haat_gatekeeper, haat_staff, haat_dba;

-- Takes: a name, or what somebody searches.
-- Gives: it as it is compared: in the normal form NFC, in lower case, without blanks around it and with single ones
-- inside.
-- decisions: 11, Text compares
--
-- The one way to compare what people write; indexes stand on it, so after a change they must be built anew. Bengali য়, ড়,
-- ঢ়, ো and ৌ are typed as one letter or as two, which only the normal form makes equal; ASCII is its own. Blanks are
-- those of Unicode and the two without width that a copy brings along. Called for each row where names are looked up,
-- hence no regular expression: the marks make single blanks.
create or replace function internal.fold(words text) returns text
language sql immutable parallel safe
return pg_catalog.btrim(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.lower(
  case when pg_catalog.octet_length(words) = pg_catalog.char_length(words) then pg_catalog.translate(words, E'\t\n\x0b\f\r', '     ')
    else pg_catalog.translate(normalize(words, nfc),
      E'\t\n\x0b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff',
      pg_catalog.repeat(' ', 26)) end),
  ' ', E' \x01'), E'\x01 ', ''), E'\x01', ''));
grant execute on function internal.fold(text) to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba;

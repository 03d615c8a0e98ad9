-- Gives a text as a part of a URI: what is not a plain letter, digit or one of -._~ is written as %XX.
-- see: RFC 3986 2.1
create or replace function internal.uri_part(text text) returns text
language sql immutable
set search_path = ''
begin atomic
  select coalesce(string_agg(
    case when c ~ '^[A-Za-z0-9._~-]$' then c
      else upper(regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by n), '')
  from regexp_split_to_table(uri_part.text, '') with ordinality as t (c, n);
end;

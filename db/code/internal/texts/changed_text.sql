-- Gives the text to store: null (left out) keeps the old one, an empty text clears it.
create or replace function internal.changed_text(new text, old text) returns text
language sql immutable parallel safe
return case when new is null then old else nullif(pg_catalog.btrim(new), '') end;

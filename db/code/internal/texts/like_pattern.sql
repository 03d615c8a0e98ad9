-- Gives the pattern that finds a term anywhere in a text that internal.fold has made; % and _ in it mean themselves.
create or replace function internal.like_pattern(term text) returns text
language sql immutable strict parallel safe
return '%' || pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
  internal.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%';
grant execute on function internal.like_pattern(text) to haat_api, haat_gatekeeper, haat_staff;

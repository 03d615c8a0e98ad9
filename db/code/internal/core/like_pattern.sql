-- Takes: what somebody typed.
-- Gives: the pattern that finds it anywhere in a text that internal.fold has made, its own % and _ taken literally.
create or replace function internal.like_pattern(term text) returns text
language sql immutable strict parallel safe
return '%' || pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(internal.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%';
grant execute on function internal.like_pattern(text) to haat_api, haat_gatekeeper, haat_staff;

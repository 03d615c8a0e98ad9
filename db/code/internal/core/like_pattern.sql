create or replace function internal.like_pattern(term text) returns text
language sql immutable strict parallel safe
return '%' || pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(internal.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%';
comment on function internal.like_pattern(text) is 'Takes what somebody typed; gives the pattern that finds it anywhere in a text that internal.fold has made, its own % and _ taken literally.';
grant execute on function internal.like_pattern(text) to haat_api, haat_gatekeeper, haat_staff;

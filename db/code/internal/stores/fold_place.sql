-- Brings a place of a delivery zone into the form in which places are compared: as a name, no blanks around commas.
create or replace function internal.fold_place(place text) returns text
language sql immutable
return pg_catalog.replace(pg_catalog.replace(internal.fold(place), ' ,', ','), ', ', ',');
grant execute on function internal.fold_place(text) to haat_api, haat_staff;

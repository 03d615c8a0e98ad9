-- What a problem means, for clients who tell it in words of their own: the reason, which is its key up to the dot, and
-- the values that stand in its sentence.
-- Takes: {key, params, field?}, or null.
-- Gives: {reason, values, field?}.
create or replace function internal.meaning(problem jsonb) returns jsonb
language sql immutable strict
return pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
  'reason', pg_catalog.split_part(problem ->> 'key', '.', 1),
  'values', problem -> 'params',
  'field', problem -> 'field'));
grant execute on function internal.meaning(jsonb) to haat_api, haat_gatekeeper, haat_staff;

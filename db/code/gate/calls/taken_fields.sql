-- Says which value of an input is taken already, after a unique constraint refused it.
-- Takes: the unique constraint and the input.
-- Gives: the fields object, or null when the constraint is not that of one field.
-- Raises: nothing.
-- see: guides/errors
--
-- Row-level security hides the detail of a unique violation, so the value is read from the input: unique constraints
-- are called <table>_<field>_key, and a field has one name everywhere.
create or replace function gate.taken_fields(constraint_name text, input jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(f.name, jsonb_build_array(
    internal.sentence('taken.value', jsonb_build_object('value', input ->> f.name))))
  from pg_class i
  join pg_index x on x.indexrelid = i.oid
  join pg_class t on t.oid = x.indrelid
  cross join lateral (
    select substring(i.relname from length(t.relname) + 2 for length(i.relname) - length(t.relname) - 5) as name
  ) f
  where i.relnamespace = 'app'::regnamespace and i.relname = constraint_name
    and i.relname = t.relname || '_' || f.name || '_key' and jsonb_typeof(input -> f.name) = 'string'
$$;
grant execute on function gate.taken_fields(text, jsonb) to haat_api;

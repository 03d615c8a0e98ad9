-- The part of a record that another record lacks: its fields that differ, and of a list its entries that differ.
-- Takes: two records, or null for one: then all of the first.
create or replace function internal.changed_part(record jsonb, other jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select case when changed_part.record is null or changed_part.other is null then changed_part.record else (
    select coalesce(jsonb_object_agg(f.key,
      case when jsonb_typeof(f.value) = 'array' and jsonb_typeof(changed_part.other -> f.key) = 'array' then (
          select coalesce(jsonb_agg(e.entry order by e.n), '[]')
          from jsonb_array_elements(f.value) with ordinality as e (entry, n)
          where not exists (
            select from jsonb_array_elements(changed_part.other -> f.key) o (entry) where o.entry = e.entry))
        else f.value end), '{}')
    from jsonb_each(changed_part.record) f
    where f.value is distinct from changed_part.other -> f.key)
  end;
end;

-- Refuses a call because of lines of a list, all that are wrong at once; does nothing when none is.
-- Takes: [{code, fields}], one for each line that is wrong, in the order of the lines.
-- Raises: the code of a line, of several the first by name.
--
-- The message tells of the first line, the fields of all.
create or replace function internal.refuse_lines(problems jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_refusal record;
begin
  if problems = '[]' then
    return;
  end if;
  select min(p.problem ->> 'code') as code, jsonb_object_agg(f.key, f.value) as fields,
      (array_agg(f.key order by p.n, f.key))[1] as field, (array_agg(f.value -> 0 order by p.n, f.key))[1] as first
    into v_refusal
    from jsonb_array_elements(problems) with ordinality as p (problem, n)
    cross join lateral jsonb_each(p.problem -> 'fields') f;
  perform internal.fail(v_refusal.code, v_refusal.first ->> 'key', v_refusal.first -> 'params', v_refusal.field,
    v_refusal.fields, others => jsonb_array_length(problems) - 1);
end
$$;

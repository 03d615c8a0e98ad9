-- Tells a refusal in English, and keeps beside its sentences what they were made of.
-- Takes: as internal.fail.
-- Gives: {message, fields, problem, problems}: problem is that of the message {key, params, field?}; problems are
-- those of the fields, where the message stands for a code.
create or replace function internal.refusal(key text, params jsonb, field text, fields jsonb, others integer)
  returns jsonb
language plpgsql immutable
as $$
declare
  v_problem constant jsonb := internal.problem(refusal.key, params);
  v_sentence constant text := internal.sentence(refusal.key, params);
  v_told jsonb;
  v_problems jsonb;
begin
  -- The common case, which is asked for often, without a query.
  if fields is null and refusal.field is not null then
    v_told := jsonb_build_object(refusal.field, jsonb_build_array(v_sentence));
    v_problems := jsonb_build_object(refusal.field, jsonb_build_array(v_problem));
  elsif fields is not null then
    select jsonb_object_agg(t.field, t.told), jsonb_object_agg(t.field, t.problems)
      into v_told, v_problems
      from (
        select f.key as field,
          jsonb_agg(case when jsonb_typeof(p.problem) = 'object' and p.problem ? 'key'
              then to_jsonb(internal.sentence(p.problem ->> 'key', p.problem -> 'params')) else p.problem end
            order by p.n) as told,
          jsonb_agg(case jsonb_typeof(p.problem) when 'string' then v_problem else p.problem end order by p.n)
            as problems
        from jsonb_each(fields) f
        cross join lateral jsonb_array_elements(f.value) with ordinality as p (problem, n)
        group by f.key
      ) t;
  end if;
  return jsonb_build_object(
    'message', coalesce(refusal.field || ': ', '') || v_sentence
      || case when others > 0 then format(' (and %s more)', others) else '' end,
    'fields', v_told,
    'problem', case when refusal.field is null then v_problem
      else v_problem || jsonb_build_object('field', refusal.field) end,
    'problems', v_problems);
end
$$;
grant execute on function internal.refusal(text, jsonb, text, jsonb, integer)
  to haat_api, haat_gatekeeper, haat_staff;

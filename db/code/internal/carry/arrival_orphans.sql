-- Gives the rows of a company that refer to a row which is not there, or to one of another company: what foreign keys
-- would have refused (internal.take_arrival).
-- Takes: the company.
create or replace function internal.arrival_orphans(company_id uuid)
  returns table (table_name text, object text, problem text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_key record;
begin
  for v_key in select f.* from internal.foreign_keys() f where f.company_expression <> 'null::uuid' loop
    return query execute format(
      'select %L, %s, format(''%%s = %%s, which is no row of %%s'', %L, concat_ws('', '', %s), %L)
       from %s c where %s = $1 and %s and not exists (select from %s p where %s and not coalesce(%s, false)) limit 3',
      v_key.child, v_key.child_label, v_key.child_columns, v_key.child_values, v_key.parent, v_key.child,
      v_key.company_expression, v_key.not_null_condition, v_key.parent, v_key.join_condition,
      coalesce(v_key.tenant_condition, 'false')) using arrival_orphans.company_id;
  end loop;
end
$$;

-- Removes the rows of a company that has gone to another database, and the sequences of its order numbers.
-- Takes: the company.
--
-- An administrator runs it who may let triggers sleep, in this transaction alone.
create or replace function internal.remove_old_copy(company_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_statement text;
begin
  if not internal.has_moved(remove_old_copy.company_id) then
    raise exception 'the company % has not gone to another database', remove_old_copy.company_id;
  end if;
  for v_statement in
    select format('drop sequence %s', internal.order_numbers(s.id))
    from app.stores s where s.company_id = remove_old_copy.company_id
  loop
    execute v_statement;
  end loop;
  delete from gate.rate_windows w
    using app.api_keys k where k.id = w.key_id and k.company_id = remove_old_copy.company_id;
  perform set_config('session_replication_role', 'replica', true);
  for v_statement in
    select format('delete from %s where %s', t.table_name, format(t.condition, remove_old_copy.company_id))
    from internal.carried_tables() t
    -- These are found by their variants.
    order by t.table_name <> 'internal.archived_movements'
  loop
    execute v_statement;
  end loop;
  perform set_config('session_replication_role', 'origin', true);
end
$$;

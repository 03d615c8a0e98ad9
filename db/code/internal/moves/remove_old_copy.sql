-- Removes the rows of a company that has gone to another database, and the sequences of its order numbers, and records
-- what left, so that the audit knows it.
-- Takes: the company, and whether it comes back in this transaction: then seals cover its rows as before.
--
-- An administrator runs it who may let triggers sleep, in this transaction alone. Files of the company are not
-- touched: where it is now, it has them.
create or replace function internal.remove_old_copy(company_id uuid, comes_back boolean default false) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_statement text;
  v_seals bigint[];
  v_positions bit varying[];
  v_row_count bigint;
begin
  if not internal.has_moved(remove_old_copy.company_id) then
    raise exception 'the company % has not gone to another database', remove_old_copy.company_id;
  end if;
  -- Until it has left, nothing of it is archived or sealed.
  perform pg_advisory_xact_lock(hashtextextended('archive history', 0));
  perform pg_advisory_xact_lock(hashtextextended('seal history', 0));
  if not comes_back then
    select array_agg(p.seal order by p.seal), array_agg(p.positions order by p.seal), sum(p.row_count)
      into v_seals, v_positions, v_row_count
      from internal.sealed_positions(remove_old_copy.company_id) p;
  end if;
  perform internal.record_departure(remove_old_copy.company_id, 'left', coalesce(v_seals, '{}'),
    coalesce(v_positions, '{}'), coalesce(v_row_count, 0), (
      select coalesce(sum(bit_count(a.positions) - coalesce(bit_count(a.arrived_positions), 0)), 0)::bigint
      from internal.archived_movements a
      where a.variant_id in (select v.id from app.variants v where v.company_id = remove_old_copy.company_id)));
  for v_statement in
    select format('drop sequence %s', internal.order_numbers(s.id))
    from app.stores s where s.company_id = remove_old_copy.company_id
  loop
    execute v_statement;
  end loop;
  delete from gate.rate_windows w
    using app.api_keys k where k.id = w.key_id and k.company_id = remove_old_copy.company_id;
  delete from gate.image_calls c
    using app.api_keys k where k.id = c.key_id and k.company_id = remove_old_copy.company_id;
  delete from app.staff_push_devices d where d.company_id = remove_old_copy.company_id;
  delete from app.push_keys k where k.company_id = remove_old_copy.company_id;
  perform set_config('session_replication_role', 'replica', true);
  delete from app.report_cache c where c.company_id = remove_old_copy.company_id;
  for v_statement in
    select format('delete from %s where %s', t.table_name, format(t.condition, remove_old_copy.company_id))
    from internal.carried_tables() t
    -- These are found by their variants.
    order by t.table_name <> 'internal.archived_movements'
  loop
    execute v_statement;
  end loop;
  perform set_config('session_replication_role', 'origin', true);
  if not comes_back then
    update internal.company_moves m set state = 'removed', removed_at = clock_timestamp()
      where m.company_id = remove_old_copy.company_id;
  end if;
end
$$;

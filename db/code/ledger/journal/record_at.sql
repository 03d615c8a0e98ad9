-- Gives a record as it was at a moment, without its secrets and the columns that do not count; null when it was not
-- there.
-- Takes: its type (journaled_tables), its id, the moment, and its part where it has one.
--
-- From the record as it is now, back through what its changes say stood there before. What the journal does not tell
-- of, because it was changed before it began, is as it was when it began.
create or replace function ledger.record_at(record_type text, record_id uuid, at timestamptz, part text default '')
  returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_table record;
  v_record jsonb;
  v_change record;
begin
  select * into v_table from internal.journaled_tables() j where j.record_type = record_at.record_type;
  if v_table is null then
    raise exception 'there is no type %: see ledger.journaled_tables', record_at.record_type;
  end if;
  if record_at.at < internal.archived_upto('changes') then
    raise exception 'changes are archived up to %: see ledger.archives', internal.archived_upto('changes');
  end if;
  execute format('select to_jsonb(r) from (select %s from %s where %I = $1 %s) r',
    (select string_agg(quote_ident(c.name), ', ') from unnest(v_table.counted) c (name)
     where c.name <> all (v_table.secret)),
    v_table.table_name, v_table.keys[1], coalesce('and ' || quote_ident(v_table.keys[2]) || '::text = $2', ''))
    into v_record using record_at.record_id, record_at.part;
  for v_change in
    select c.action, c.before from app.changes c
    where c.record_type = record_at.record_type and c.record_id = record_at.record_id and c.part = record_at.part
      and c.created_at > record_at.at and c.action <> 'baseline'
    order by c.id desc
  loop
    v_record := case v_change.action
      when 'insert' then null
      when 'delete' then v_change.before - v_table.secret
      else v_record || coalesce(v_change.before, '{}') - v_table.secret end;
  end loop;
  return v_record;
end
$$;
grant execute on function ledger.record_at(text, uuid, timestamptz, text) to haat_dba;

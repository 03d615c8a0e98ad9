-- Brings the journal in line with the tables of a release: npm run migrate runs it after the code.
--
-- A table that is journaled from now on gets a baseline of the records that are there. Columns that were added at the
-- end need nothing (internal.is_as_recorded). Where one was renamed, removed or given another type, or counts no
-- longer, no hash of before can be compared: each record gets a new one, under a lock that lets no transaction write
-- the table. Each table is a transaction.
create or replace procedure internal.keep_journal()
language plpgsql
as $$
declare
  v_table record;
begin
  delete from internal.journal_shapes s
    where not exists (select from internal.journaled_tables() j where j.table_name = s.table_name);
  for v_table in
    select j.table_name, j.has_inserts, s.known, s.columns, s.is_kept
    from internal.journal_shape() s
    join internal.journaled_tables() j on j.table_name = s.table_name
    where s.columns is distinct from s.known
    order by j.table_name
  loop
    if v_table.known is null then
      if v_table.has_inserts then
        perform internal.take_baseline(v_table.table_name, false);
      end if;
    elsif not v_table.is_kept then
      execute format('lock table %s in share mode', v_table.table_name);
      perform internal.take_baseline(v_table.table_name, true);
    end if;
    insert into internal.journal_shapes as s (table_name, columns) values (v_table.table_name, v_table.columns)
      on conflict (table_name) do update set columns = excluded.columns;
    commit;
  end loop;
end
$$;

-- Gives a view of readable rows what all of them share: the comments of the table's columns, and the grant to staff.
-- Takes: the table, whose view is internal.readable_<table>.
create or replace procedure internal.install_readable(relation regclass)
language plpgsql
set search_path = ''
as $$
declare
  v_view constant regclass := (
    select format('internal.readable_%I', c.relname)::regclass from pg_catalog.pg_class c where c.oid = relation);
  v_column record;
begin
  for v_column in
    select a.attname, pg_catalog.col_description(relation, a.attnum) as text
    from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and internal.has_column(v_view, a.attname)
  loop
    execute format('comment on column %s.%I is %L', v_view, v_column.attname, v_column.text);
  end loop;
  execute format('grant select on %s to haat_staff', v_view);
end
$$;

-- Makes the view of the rows of a table as staff may see them (internal.readable_<table>): all its columns, of which
-- those that are hidden are null without a permission. A view that is there already gets what all of them share: the
-- comments of the table's columns, and the grant to staff.
-- Takes: the table; the permission that each hidden column needs, by its name, or null: the view is there. Fails
-- where one of the columns is not there: the one that was meant would not be hidden.
create or replace procedure internal.install_readable(relation regclass, hidden jsonb default null)
language plpgsql
set search_path = ''
as $$
declare
  v_view constant text := (
    select format('internal.readable_%I', c.relname) from pg_catalog.pg_class c where c.oid = relation);
  v_columns text;
  v_column record;
begin
  if hidden is not null then
    for v_column in select k.name from jsonb_object_keys(hidden) k (name) loop
      if not internal.has_column(relation, v_column.name) then
        raise exception '% has no column % to hide', relation, v_column.name;
      end if;
    end loop;
    select string_agg(case when hidden ? a.attname
        then format('case when (select internal.is_permitted(%L)) then t.%2$I end as %2$I',
          hidden ->> a.attname, a.attname)
        else format('t.%I', a.attname) end, ', ' order by a.attnum)
      into v_columns
      from pg_catalog.pg_attribute a where a.attrelid = relation and a.attnum > 0 and not a.attisdropped;
    execute format('create or replace view %s as select %s from %s t', v_view, v_columns, relation);
  end if;
  for v_column in
    select a.attname, pg_catalog.col_description(relation, a.attnum) as text
    from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
      and internal.has_column(v_view::regclass, a.attname)
  loop
    execute format('comment on column %s.%I is %L', v_view, v_column.attname, v_column.text);
  end loop;
  execute format('grant select on %s to haat_staff', v_view);
end
$$;

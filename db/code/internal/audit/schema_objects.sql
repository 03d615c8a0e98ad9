-- Gives every object that the release made in this database, as the catalog shows it now: schemas, tables, columns,
-- constraints, indexes, triggers, rules, policies, views, functions, sequences, grants, roles and the rows that come
-- with it.
-- Gives: kind, name and definition; a definition longer than 300 characters is given as its MD5.
--
-- Names and no numbers, so that a restored or cloned database reads the same. Access lists are sorted, and default
-- grants are written out. The sequences of order numbers are made with their stores and are left out.
create or replace function internal.schema_objects() returns table (kind text, object text, definition text)
language sql stable rows 3000
set search_path = ''
as $$
  select m.kind, m.object, case when length(m.definition) > 300 then 'md5 ' || md5(m.definition) else m.definition end
  from (
    select * from internal.schema_definitions()
    union all
    select * from internal.schema_rules()
    union all
    select * from internal.schema_rights()
    union all
    select * from internal.schema_roles()
    union all
    select * from internal.release_rows()
  ) m
$$;
grant execute on function internal.schema_objects() to haat_dba;

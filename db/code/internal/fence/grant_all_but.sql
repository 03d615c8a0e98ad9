-- Grants the reading of a table's columns, those that come later too, but some.
-- Takes: the table, the columns that stay hidden, and the roles. Fails where one of the columns is not there: the one
-- that was meant would not be hidden.
create or replace procedure internal.grant_all_but(relation regclass, hidden text[], variadic roles text[])
language plpgsql
set search_path = ''
as $$
declare
  v_hidden text;
begin
  foreach v_hidden in array hidden loop
    if not internal.has_column(relation, v_hidden) then
      raise exception '% has no column % to hide', relation, v_hidden;
    end if;
  end loop;
  execute (
    select format('grant select (%s) on %s to %s', string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      relation, array_to_string(roles, ', '))
    from pg_catalog.pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.attname <> all (hidden));
end
$$;
